"""What shares a process with untrusted programs. Standard library only; it never imports the project."""

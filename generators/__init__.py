"""What is made with a model's help: prompts, answers, later word problems and hardened statements."""

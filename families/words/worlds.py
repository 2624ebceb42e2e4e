"""The worlds in which linear programs are told: activities, requirements and the words around them.

Every world has at least 40 activities and 40 requirements. One unit of an activity (a kilogram, a shift)
costs or earns some of `money` and adds some of each requirement; totals are bounded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Unit = tuple[str, str]  # singular, plural


@dataclass(frozen=True, slots=True)
class World:
    """Vocabulary of one setting; pairs of texts are for wordings 0 and 1."""

    sense: Literal["min", "max"]
    openings: tuple[str, str]
    activity: Unit  # what activities are measured in, as "kilogram", "kilograms"
    activities: tuple[str, ...]
    kind: str  # heading of the activities, as "Food"
    earns: str  # what one unit does to the objective, as "costs"
    money: Unit
    objective: str  # as "total cost"
    adds: str  # what one unit does to a requirement, as "contains"
    must: str  # subject and verb of the totals, as "the menu must contain"
    requirement: str  # heading of the requirements, as "Nutrient"
    requirements: tuple[tuple[Unit, str], ...]


def _listed(names: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in names.split(","))


def _each(unit: Unit, names: str) -> tuple[tuple[Unit, str], ...]:
    return tuple((unit, name) for name in _listed(names))


def _crossed(first: str, second: str) -> tuple[str, ...]:
    """Every word of the first list with every one of the second, comma-separated."""
    return tuple(f"{a} {b}" for b in _listed(second) for a in _listed(first))


_HOURS: Unit = ("hour", "hours")
_GRAMS: Unit = ("g", "g")
_MILLIGRAMS: Unit = ("mg", "mg")
_KILOGRAMS: Unit = ("kg", "kg")
_EUROS: Unit = ("euro", "euros")

CANTEEN = World(
    sense="min",
    openings=(
        "The canteen of a hospital buys food for the coming day and wants to spend as little as possible.",
        "A hospital kitchen is looking for the cheapest way to put together what its patients need in a day.",
    ),
    activity=("kilogram", "kilograms"),
    activities=_listed(
        "oats,lentils,brown rice,spinach,carrots,chickpeas,barley,potatoes,white cabbage,kidney beans,"
        "walnuts,yoghurt,curd cheese,eggs,salmon,chicken,beef,tofu,broccoli,tomatoes,apples,pears,"
        "bananas,oranges,pumpkin,beetroot,peas,rye bread,pasta,millet,buckwheat,almonds,sunflower seeds,"
        "raisins,plums,leeks,mushrooms,cauliflower,turkey,cod,parsnips,kale,quinoa,sweetcorn"
    ),
    kind="Food",
    earns="costs",
    money=_EUROS,
    objective="total cost",
    adds="contains",
    must="the food must contain",
    requirement="Nutrient",
    requirements=_each(
        _GRAMS,
        "protein,fibre,starch,sugar,saturated fat,unsaturated fat,salt,water,ash,lactose,fructose,glucose,"
        "sucrose,pectin,cellulose,linoleic acid",
    )
    + _each(
        _MILLIGRAMS,
        "iron,zinc,calcium,magnesium,potassium,phosphorus,copper,manganese,selenium,iodine,fluoride,chromium,"
        "vitamin A,vitamin C,vitamin D,vitamin E,vitamin K,thiamine,riboflavin,niacin,folate,biotin,choline,"
        "cholesterol,lysine,leucine,valine",
    ),
)

ROSTER = World(
    sense="min",
    openings=(
        "A railway station hires staff for next week. Wages are to be as low as possible.",
        "For the week ahead, the manager of a railway station needs a roster whose wage bill is lowest.",
    ),
    activity=("shift", "shifts"),
    activities=_crossed(
        "full-time,part-time,temporary,student,trainee,senior,agency,weekend",
        "guards,porters,clerks,cleaners,drivers,stewards",
    ),
    kind="Staff",
    earns="costs",
    money=_EUROS,
    objective="total wage bill",
    adds="covers",
    must="the roster must cover",
    requirement="Duty",
    requirements=_each(
        _HOURS,
        ",".join(
            f"{name} duty"
            for name in _crossed(
                "Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday",
                "early,morning,noon,afternoon,evening,night",
            )
        ),
    ),
)

SMELTER = World(
    sense="min",
    openings=(
        "A foundry melts scrap and ore into one charge of alloy and wants it to cost as little as possible.",
        "One charge of alloy is to be blended from what scrap yards and mines offer, at the lowest cost.",
    ),
    activity=("tonne", "tonnes"),
    activities=_crossed(
        "northern,southern,eastern,western,coastal,upland,imported,recycled",
        "ore,sheet scrap,cast scrap,wire scrap,slag,sponge",
    ),
    kind="Material",
    earns="costs",
    money=_EUROS,
    objective="total cost",
    adds="brings",
    must="the charge must hold",
    requirement="Element",
    requirements=_each(
        _KILOGRAMS,
        "iron,nickel,chromium,manganese,silicon,carbon,copper,tin,zinc,lead,cobalt,molybdenum,vanadium,"
        "tungsten,titanium,aluminium,magnesium,niobium,sulphur,phosphorus,boron,calcium,antimony,bismuth,"
        "silver,tantalum,zirconium,cerium,arsenic,selenium,tellurium,lanthanum,yttrium,hafnium,rhenium,"
        "indium,gallium,germanium,barium,strontium,lithium,sodium",
    ),
)

WORKSHOP = World(
    sense="max",
    openings=(
        "A furniture maker plans next month's production and wants to earn as much as possible.",
        "What should a furniture factory make next month so that its profit becomes as large as it can be?",
    ),
    activity=("batch", "batches"),
    activities=_crossed(
        "oak,pine,walnut,beech,maple,cherry,ash,birch", "chairs,tables,shelves,benches,cabinets,desks"
    ),
    kind="Product",
    earns="earns",
    money=_EUROS,
    objective="total profit",
    adds="takes",
    must="production must take",
    requirement="Work",
    requirements=_each(
        _HOURS,
        ",".join(
            _crossed(
                "sawing,planing,drilling,sanding,gluing,painting,packing",
                "in the old hall,in the new hall,at the mill,in the annex,at the depot,on the night shift",
            )
        ),
    ),
)

FARM = World(
    sense="max",
    openings=(
        "A farmer decides how much land to give to each crop, with the aim of earning as much as possible.",
        "A farm is to be planted for the coming year in the way that brings in the most money.",
    ),
    activity=("hectare", "hectares"),
    activities=_listed(
        "wheat,spelt,rye,barley,oats,maize,millet,sorghum,triticale,buckwheat,quinoa,rapeseed,sunflowers,"
        "linseed,hemp,soybeans,peas,lentils,field beans,lupins,chickpeas,potatoes,sugar beet,fodder beet,"
        "carrots,onions,leeks,cabbage,kale,spinach,lettuce,celery,pumpkins,asparagus,strawberries,hops,"
        "clover,alfalfa,mustard,caraway,fennel,poppies,chamomile,lavender"
    ),
    kind="Crop",
    earns="earns",
    money=_EUROS,
    objective="total income",
    adds="needs",
    must="the crops must use",
    requirement="Resource",
    requirements=_each(
        _HOURS,
        ",".join(
            _crossed(
                "tractor work,hand work,irrigation,storage work",
                "in January,in February,in March,in April,in May,in June,in July,in August,in September,"
                "in October,in November,in December",
            )
        ),
    ),
)

CAMPAIGN = World(
    sense="max",
    openings=(
        "A museum advertises its new exhibition and wants to win as many visitors as possible.",
        "How can a museum draw the largest number of visitors to its exhibition by advertising?",
    ),
    activity=("slot", "slots"),
    activities=_crossed(
        "breakfast,morning,midday,afternoon,evening,late-night,weekend,holiday",
        "radio,television,cinema,newsletter,web banners,podcasts",
    ),
    kind="Medium",
    earns="wins",
    money=("visitor", "visitors"),
    objective="total number of visitors",
    adds="takes",
    must="the campaign must take",
    requirement="Work",
    requirements=_each(
        _HOURS,
        ",".join(
            _crossed(
                "writing,drawing,filming,recording,editing,translation,legal review",
                "by the studio,by the agency,by volunteers,by the press office,by freelancers,by the archive",
            )
        ),
    ),
)

WORLDS = (CANTEEN, ROSTER, SMELTER, WORKSHOP, FARM, CAMPAIGN)

"""What we had to guess: the rulings of a game's rules, collected from their (R) marks.

A rule that begins ``- **TT4 (R)** `` is a ruling as a whole. Elsewhere ``**(R)**`` makes a ruling of the sentence it
stands in, or of the rest of it.
"""

import re
from typing import NamedTuple

MARK = "**(R)**"
HEADING = "What we had to guess"
INTRODUCTION = (
    "The rulebook is silent, ambiguous or at odds with itself in these places, or its figures are lost. "
    "If you know better, these are the ones to correct."
)
RULE = re.compile(r"- \*\*([A-Z]+\d+)( \(R\))?\*\* (.*)")
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9*“(])")


class Ruling(NamedTuple):
    """What is ruled in one rule, or under one heading where no rule has a number."""

    where: str
    text: str


def rulings_in(rules: str) -> list[Ruling]:
    """The rulings, in order; what stands before the first rule explains the marks and is none."""
    found: list[Ruling] = []
    heading, begun = "", False
    for block in _blocks(rules):
        if block.startswith("#"):
            heading = block.lstrip("# ")
            continue
        rule = RULE.fullmatch(block)
        begun = begun or rule is not None
        if rule and rule[2]:
            found.append(Ruling(rule[1], rule[3]))
        elif begun and MARK in block:
            text = rule[3] if rule else block.removeprefix("- ")
            ruled = " ".join(part.removeprefix(f"{MARK} ") for part in SENTENCE.split(text) if MARK in part)
            found.append(Ruling(rule[1] if rule else heading, ruled))
    return found


def with_rulings(rules: str) -> str:
    """The rules with the list of their rulings at the end; as they are if there are none."""
    rulings = rulings_in(rules)
    if not rulings:
        return rules
    lines = [f"- **{where}:** {f'{text[:-1]}.' if text.endswith(':') else text}" for where, text in rulings]
    return "\n".join([rules.rstrip(), "", f"## {HEADING}", "", INTRODUCTION, "", *lines]) + "\n"


def _blocks(rules: str) -> list[str]:
    """Headings, rules and paragraphs, each on one line; tables and pictures are left out."""
    blocks: list[str] = []
    joined = False
    for line in re.sub(r"^```.*?^```$", "", rules, flags=re.M | re.S).splitlines():
        bare = line.strip()
        if not bare or bare.startswith("|"):
            joined = False
        elif joined and not bare.startswith(("#", "- ")):
            blocks[-1] += f" {bare}"
        else:
            blocks.append(bare)
            joined = not bare.startswith("#")
    return blocks

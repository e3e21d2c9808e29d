"""How lists and numbers stand in sentences."""

from tetracade.engine.wording import counted, listed, spelled


def test_a_list_has_commas_and_one_word_before_the_last() -> None:
    assert listed(["A1"]) == "A1"
    assert listed(["A1", "B2"]) == "A1 and B2"
    assert listed(["A1", "B2", "C3"], "or") == "A1, B2 or C3"


def test_small_numbers_are_words_and_large_ones_figures() -> None:
    assert [spelled(number) for number in (0, 1, 12, 13)] == ["no", "one", "twelve", "13"]


def test_one_of_something_is_told_from_several() -> None:
    assert [counted(number, "tile") for number in (0, 1, -1, 2)] == ["0 tiles", "1 tile", "-1 tile", "2 tiles"]
    assert counted(2, "life", "lives") == "2 lives"

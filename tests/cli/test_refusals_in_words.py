"""A refusal on the command line: the code for programs, then a sentence, then the clause."""


def test_a_refusal_says_in_words_what_is_wrong_and_why(run):
    run("new", "my-2018", "individual", "--id", "cup")
    for name in ("A", "B", "C", "D"):
        run("enter", "cup", name)
    code, _, errors = run("approve", "cup")
    assert code == 3
    first, second, third, *_ = errors.splitlines()
    assert first.startswith("error: section.")
    assert second.strip().endswith(".")
    assert "section." not in second
    assert third.strip().startswith(("MY", "House rule:"))

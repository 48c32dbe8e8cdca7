"""Tests of vpl_cases: the real evaluator's verdicts and marks, reading, grading, garbage.

What a file says and how its cases are graded belongs here; which output is right, to vpl_outputs.
"""

import json
import math
import random
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from vpl_cases import Case, PatternError, counted, mark, parse, suspicious

VERDICTS = json.loads(Path(__file__).with_name("vpl_verdicts.json").read_text("utf-8"))


def only_case(text):
    cases, problems = parse(text)
    assert problems == []
    assert len(cases) == 1
    return cases[0]


def printed_by(program, case):
    if program["kind"] == "arguments":
        return "".join(f"<{argument}>\n" for argument in case.arguments)
    return case.input if program["kind"] == "echo" else program["text"]


def judged(entry):
    """Return what an entry holds: verdicts, mark, syntax errors, and whether a pattern broke."""
    cases, problems = parse(entry["cases"])
    verdicts = []
    try:
        for case in counted(cases, entry["variation"]):
            verdicts.append((case, True))  # the evaluator lists the case that stops it as passed
            printed = printed_by(entry["program"], case)
            verdicts[-1] = case, case.accepts(printed, entry["program"].get("exit", 0))
        grade, broken = mark(verdicts), False
    except PatternError:
        grade, broken = 0, True
    passed = [[case.name, passed] for case, passed in verdicts]
    return passed, round(grade, 2), len(problems), broken


@pytest.mark.parametrize("entry", VERDICTS, ids=range(len(VERDICTS)))
def test_verdicts_of_the_real_evaluator(entry):
    messages = entry["messages"]
    errors = sum(message.startswith("Syntax error") for message in messages)
    broken = any(message.startswith("Error:") for message in messages)
    assert judged(entry) == (entry["passed"], entry["grade"], errors, broken)


def test_a_case_is_frozen_and_by_default_empty():
    assert Case() == Case("", 0, "", [], [], "", None, None, "", "")
    with pytest.raises(FrozenInstanceError):
        Case().name = "x"


def test_no_exit_code_is_none_that_is_expected():
    assert not Case(outputs=['"x"'], expected_exit_code=0).accepts("y")


# --- Reading ---


@pytest.mark.parametrize(
    "line", ["case=a", "Case = a", "#### case=a", "- CASE1 =a", "c.a.s.e= a \t", "\ufeffcáase=a"]
)
def test_a_statement_is_known_by_its_ascii_letters(line):
    assert only_case(line).name == "a"


def test_the_value_begins_behind_the_first_equals_sign():
    assert only_case("case=a=b").name == "a=b"


READING = {  # text, then what some attributes of its only case are
    "values are trimmed": (
        "case= a \nprogram arguments= b \nprogram to run= c \nfail message= d \nvariation= e ",
        {"name": "a", "arguments": ["b"], "program": "c", "fail_message": "d", "variation": "e"},
    ),
    "only C's white space is trimmed": ("case= \xa0\x1fa\v\f", {"name": "\xa0\x1fa"}),
    "an input is not trimmed": ("input= 1 \n 2 ", {"input": " 1 \n 2 \n"}),
    "an empty first line is fed": ("input=\n1", {"input": "\n1\n"}),
    "blank lines belong to the input": ("input=1\n\n\noutput=x", {"input": "1\n\n\n"}),
    "inputs add up": ("input=1\noutput=x\ninput=2\n3", {"input": "1\n2\n3\n", "outputs": ["x"]}),
    "other statements are input": (
        "input=1\nvariation=a\nx=3\ninput=2\ninput end=F\n=\nexpected exit code=1\noutput=x",
        {
            "input": "1\nvariation=a\nx=3\ninput=2\ninput end=F\n=\nexpected exit code=1\n",
            "variation": "",
            "expected_exit_code": None,
        },
    ),
    "output ends an input": ("input=1\n- OUTPUT 1 =x", {"input": "1\n", "outputs": ["x"]}),
    "grade reduction ends an input": ("input=1\ngrade reduction=2", {"grade_reduction": 2}),
    "other statements are output": (
        "output=x\nvariation=a\noutput end=F\nfail message=m",
        {"outputs": ["x\nvariation=a\noutput end=F\nfail message=m"], "variation": ""},
    ),
    "grade reduction ends an output": (
        "output=x\ny\ngrade reduction=2",
        {"outputs": ["x\ny"], "grade_reduction": 2},
    ),
    "several outputs": ("output=x\n\noutput= y\nz\n", {"outputs": ["x\n", " y\nz"]}),
    "token ends an input": (
        "input end= F \ninput=1\noutput=2\nF\nvariation=v\noutput=xF\ny",
        {"input": "1\noutput=2\n", "outputs": ["xF\ny"], "variation": "v"},
    ),
    "token within a line": (
        "input end=F\ninput=1\n2F3F\nvariation=v",
        {"input": "1\n2", "variation": "v"},
    ),
    "token on the line of input": ("input end=F\ninput=1F2\nvariation=v", {"input": "1"}),
    "missing token": ("input end=F\ninput=1\ncase=b", {"input": "1\ncase=b\n"}),
    "token ends an output": (
        "output end=F\noutput=x\ncase=b\nyF\nvariation=v\noutput=zF",
        {"outputs": ["x\ncase=b\ny", "z"], "variation": "v"},
    ),
    "missing token of an output": ("output end=F\noutput=x\ncase=b", {"outputs": ["x\ncase=b"]}),
    "an empty token is none": (
        "input end=F\ninput end=\ninput=1F\noutput=x",
        {"input": "1F\n", "outputs": ["x"]},
    ),
    "statements before the first case are its own": (
        "variation=v\nexpected exit code=3\ncase=a",
        {"name": "a", "line": 3, "variation": "v", "expected_exit_code": 3},
    ),
    "a case without a name": ("\ninput=1\noutput=x", {"name": "", "line": 2}),
    "windows line ends": ("case=a\r\ninput=1\r2\r\n", {"name": "a", "input": "12\n"}),
    "old Mac line ends": ("case=a\rinput=1\r", {"name": "a", "input": "1\n"}),
    "only newlines end a line": ("input=1\x0b\x0c\x85\u2028", {"input": "1\x0b\x0c\x85\u2028\n"}),
    "unset values": (
        "case=",
        {"outputs": [], "arguments": [], "expected_exit_code": None, "grade_reduction": None},
    ),
}


@pytest.mark.parametrize(("text", "attributes"), READING.values(), ids=READING)
def test_reading(text, attributes):
    case = only_case(text)
    assert {name: getattr(case, name) for name in attributes} == attributes


@pytest.mark.parametrize("statement", ["case=a", "input=1", "output=x", "grade reduction=1"])
def test_case_starts_a_new_case_once_something_was_put_into_the_current_one(statement):
    cases, _ = parse(f"{statement}\ncase=b")
    assert [case.line for case in cases] == [1, 2]
    assert cases[1] == Case(name="b", line=2)


@pytest.mark.parametrize(
    "text", ["", "\n", "title", "variation=a", "program arguments=1\nfail message=x\ninput end=F"]
)
def test_no_case(text):
    assert parse(text).cases == []
    assert parse(text).problems == []


def test_a_new_case_inherits_nothing_but_the_tokens():
    text = "case=a\nvariation=v\ninput end=F\ninput=1F\noutput=x\ncase=b\ninput=2\ncase=3F"
    first, second = parse(text).cases
    assert (first.input, first.outputs) == ("1", ["x"])
    assert (second.variation, second.input, second.outputs) == ("", "2\ncase=3", [])


def test_syntax_errors_have_their_line_and_do_not_stop_the_reading():
    text = "title\nx = 1\ncase=a\n=\n\noutput=y\nz=2\ncase=b\noutputs=1\nincase=2"
    cases, problems = parse(text)
    assert problems == [(2, "x = 1"), (4, "="), (9, "outputs=1"), (10, "incase=2")]
    assert [case.name for case in cases] == ["a", "b"]
    assert cases[0].outputs == ["y\nz=2"]


ARGUMENTS = {
    "a b": ["a", "b"],
    "  a   b ": ["a", "b"],
    "a\tb": ["a\tb"],
    "'a b' \"c d\"": ["a b", "c d"],
    "d'agua c'": ["d'agua", "c'"],
    "'a'b": ["a", "b"],
    "'a''b'": ["a", "b"],
    "a'b c'd": ["a'b", "c'd"],
    "'' \"\" z": ["", "", "z"],
    "'a\"b'": ['a"b'],
    '"a b': ["a b"],
    "'a b": ["a b"],
    "a\\ b": ["a\\", "b"],
    "-n=1": ["-n=1"],
    "": [],
}


@pytest.mark.parametrize(("value", "arguments"), ARGUMENTS.items())
def test_arguments(value, arguments):
    assert only_case(f"case=a\nprogram arguments={value}").arguments == arguments


EXIT_CODES = {" 3 ": 3, "3x": 3, "abc": 0, "": 0, "-3": -3, "+3": 3, "- 3": 0, "003": 3, "3.9": 3}
EXIT_CODES.update({"1000": 1000, "0" * 5000 + "3": 3, "0x5": 0, "٣": 0})
# Held at 64 bits, of which the last 32 remain.
EXIT_CODES.update({"2147483647": 2**31 - 1, "2147483648": -(2**31), "-2147483649": 2**31 - 1})
EXIT_CODES.update({"4294967299": 3, "-4294967293": 3, "9223372036854775806": -2, "9" * 5000: -1})
EXIT_CODES.update({"-9223372036854775807": 1, "-9223372036854775808": 0, "-" + "9" * 20: 0})


@pytest.mark.parametrize(("value", "code"), EXIT_CODES.items())
def test_expected_exit_code(value, code):
    case = only_case(f"case=a\nexpected exit code={value}")
    assert case.expected_exit_code == code
    assert case.accepts("", code) and not case.accepts("", code + 1) and not case.accepts("")


REDUCTIONS = {
    "2.5": 2.5,
    " 25% ": 2.5,
    "25 %": 2.5,
    "250%": 25,
    "5%x": 5,
    "5x%": 0.5,
    "%": 0,
    "abc": 0,
    "": 0,
    "-2": -2,
    "-20%": -2,
    "+3": 3,
    ".5": 0.5,
    "5.": 5,
    "1e1": 10,
    "1e": 1,
    "1e+x": 1,
    "1,5": 1,
    ".": 0,
    "0x5": 5,
    "0x5.": 5,
    "0XaF%": 17.5,
    "-0x1.8p3 x": -12,
    "+0x.8": 0.5,
    "0x1P-1": 0.5,
    "0x9fDa": 0x9FDA,
    "0x1.9fDa": 1 + 0x9FDA / 2**16,
    "0x.9fDa": 0x9FDA / 2**16,
    "0x1:": 1,
    "0x1.8:": 1.5,
    "0x.8:": 0.5,
    "0x1p+2": 4,
    "0x1p": 1,
    "0x": 0,
    "0xg": 0,
    "x5": 0,
    "0x1p99999": math.inf,
    "-0x1p99999": -math.inf,
    "0x1p-99999": 0,
    "1e999": math.inf,
    "inf": math.inf,
    "-INFINITY": -math.inf,
    "+Infinite": math.inf,
    "inf%": math.inf,
    "in": 0,
    "٣": 0,
}


@pytest.mark.parametrize(("value", "points"), REDUCTIONS.items())
def test_grade_reduction(value, points):
    assert only_case(f"grade reduction={value}").grade_reduction == pytest.approx(points)


@pytest.mark.parametrize("value", ["nan", "-NaN", "nano%"])
def test_a_grade_reduction_that_is_no_number(value):
    assert math.isnan(only_case(f"grade reduction={value}").grade_reduction)


# --- Suspicious files ---

PLAIN = "case=a\ninput=1\noutput="


def suspicions(text):
    """Return the pairs (line number, reason)."""
    return [found[:2] for found in suspicious(text)]


@pytest.mark.parametrize("value", ['"x', '*"x', '"', '"x" y', ' \n"x\ny', "/", "/x", "\n/x\ny"])
def test_an_output_that_begins_like_another_kind_is_suspicious(value):
    first = "output=" + value.partition("\n")[0]
    assert suspicious(PLAIN + value) == [(3, "plain text", first)]


@pytest.mark.parametrize(
    "value", ['"x"', '*"x\n"\n', "/x/", "/x/i", "x/", 'x"', "* 1", "", '* "x"']
)
def test_an_output_that_is_not_suspicious(value):
    assert suspicious(PLAIN + value) == []


def test_an_unknown_flag_is_not_for_suspicion_but_refused():
    assert suspicious(PLAIN + "/usr/bin") == []


def test_a_case_that_can_t_pass_is_suspicious():
    assert suspicious("case=a\ninput=1\ncase=b\n") == [(1, "no output", "a"), (3, "no output", "b")]
    assert suspicious("case=a\nexpected exit code=0") == []
    assert suspicious("expected exit code=0") == []


def test_a_syntax_error_is_suspicious():
    assert suspicious("x = 3\n\n" + PLAIN + '"a"') == [(1, "syntax error", "x = 3")]


ALIKE = ["ouput=", "outpt = x", "ouptut=", "outputs=1", "imput =", "inptu=", "caso=", "Caso 2=a"]
ALIKE += ["cas=", "variatoin=v", "expected exitcode=1", "grade reducton=5", "fail mesage=a"]
ALIKE += ["program argument=a", "variation = a", "expected exit code=1", "input end=F"]
UNLIKE = ["x = 3", "y=4", "IoU = 0.5", "a=b=c", "=", "output", "imput: 3", "case", "L=2", "n = 1"]
UNLIKE += [
    "Dice=0.75",
    "Uniao = 5",
    "classe = RUIM",
    "média = 3",
    "resultado=1",
    "linha=",
    "a += 1",
]
UNLIKE += ["The output of the case is = 3", "Intersecao=3", "count = 3", "area=4", "total = 12"]
UNLIKE += [
    "mask = 1",
    "saida=2",
    "entrada=2",
    "variance=3",
    "iteration=1",
    "i=o",
    "mean=3",
    "erase=",
]


@pytest.mark.parametrize("start", ["input=1", "output=1"])
def test_a_line_that_looks_like_a_statement_is_suspicious_inside_a_value(start):
    rest = "\noutput=x" if start.startswith("input") else ""
    for line in ALIKE:
        assert suspicious(f"case=a\n{start}\n{line}{rest}") == [(3, "inside", line)]
    for line in UNLIKE:
        assert suspicious(f"case=a\n{start}\n{line}{rest}") == []


def test_an_input_inside_an_input_is_suspicious():
    assert suspicions("input=1\n2\ninput=3\noutput=x\ninput=4\n") == [(3, "inside")]


def test_what_a_token_ends_is_meant_as_it_stands():
    assert suspicious("input end=F\noutput end=F\ninput=1\ninput=2\nF\noutput=\ncaso=\nF") == []


def test_a_name_used_twice_is_suspicious():
    case = "case=a\ninput=1\noutput=x\n"
    assert suspicious(case * 3) == [(4, "repeated", "a"), (7, "repeated", "a")]
    assert suspicious(case.replace("=a", "=") * 2 + case + case.replace("=a", "=A")) == []
    varied = "case=a\nvariation=v\ninput=1\noutput=x\n"
    assert suspicious(case + varied + varied.replace("=v", "=w")) == []
    assert suspicious(varied * 2) == [(5, "repeated", "a")]


def test_suspicions_come_in_the_order_of_the_lines():
    text = 'a=1\ncase=a\ninput=1\ncaso=b\ncase=a\noutput="x\ncase=c\nb=2'
    assert suspicions(text) == [
        (1, "syntax error"),
        (2, "no output"),
        (4, "inside"),
        (5, "repeated"),
        (6, "plain text"),
        (7, "no output"),
        (8, "syntax error"),
    ]


# --- Grading ---

VARIATIONS = {  # the case's and the student's
    ("", "a"): True,
    ("", ""): True,
    ("a", ""): False,
    ("a", "b"): False,
    ("a", "A"): True,
    (" A ", " a "): True,
    ("é", "É"): False,
}


@pytest.mark.parametrize(("variations", "counts"), VARIATIONS.items())
def test_counted(variations, counts):
    case = only_case(f"case=a\nvariation={variations[0]}")
    assert counted([case], variations[1]) == [case] * counts


def test_an_unknown_flag_stops_the_grading_where_its_case_counts():
    cases = parse("case=a\noutput=x\ncase=bad\nvariation=v\noutput=x\noutput=/x/ig\n\n").cases
    assert counted(cases) == cases[:1]
    with pytest.raises(PatternError, match="^case bad: '/x/ig': unknown flag$"):
        counted(cases, "V")
    with pytest.raises(PatternError, match="bad.*/x/ig"):
        cases[1].accepts("y")


@pytest.mark.parametrize("value", ["/x/", "/x/i", " /x/ m i \n", "/a/b/im", '"/x/g"', "/gx"])
def test_known_flags(value):
    case = Case(outputs=[value])
    assert counted([case]) == [case]


@pytest.mark.parametrize("value", ["/x/g", "/x/I", "/x/i\tm", "/x/\ni", "/usr/bin"])
def test_unknown_flags(value):
    with pytest.raises(PatternError):
        counted([Case(outputs=[value])])


@pytest.mark.parametrize(
    ("code", "expected", "completed", "passed"),
    [
        (0, None, True, True),
        (3, None, True, True),
        (None, None, False, False),
        (3, None, False, False),
        (3, 3, False, True),
        (0, 3, True, True),
        (0, 0, False, True),
    ],
)
def test_a_right_output_or_the_expected_exit_code(code, expected, completed, passed):
    case = Case(outputs=["no", "yes"], expected_exit_code=expected)
    assert case.accepts("yes\n", code, completed) is passed


def test_a_case_without_output_or_exit_code_never_passes():
    assert Case().accepts("", None) is False
    assert Case().accepts("", 0) is False


def test_a_broken_pattern_counts_only_where_it_is_reached():
    case = Case(name="third", outputs=["yes", "/(/"], expected_exit_code=0)
    assert case.accepts("yes")
    with pytest.raises(PatternError, match=r"third.*/\(/"):
        case.accepts("no", 0)


def test_the_error_of_a_broken_pattern_names_a_case_without_a_name_by_its_line():
    case = parse("\noutput=/(/").cases[0]
    with pytest.raises(PatternError, match=r"case in line 2: '/\(/': Unmatched"):
        case.accepts("")


MARKS = {
    "nothing counts": ([], 0),
    "all passed": ([(None, True), (5, True)], 10),
    "equal shares": ([(None, True), (None, False), (None, False)], 10 / 3),
    "own reduction": ([(1.5, False), (None, False), (None, True), (9, True)], 6),
    "not below 0": ([(11, False)], 0),
    "at least 0 after each": ([(11, False), (-2, False)], 2),
    "negative adds": ([(6, False), (-2, False)], 6),
    "no reduction": ([(0, False), (None, True)], 10),
    "above 10": ([(-2, False), (None, True)], 12),
    "infinite": ([(math.inf, False), (-3, False)], 3),
    "infinite both ways": ([(-math.inf, False), (math.inf, False), (-3, False)], 3),
    "not a number": ([(math.nan, False), (-3, False)], 3),
}


@pytest.mark.parametrize(("verdicts", "expected"), MARKS.values(), ids=MARKS)
def test_mark(verdicts, expected):
    pairs = ((Case(grade_reduction=reduction), passed) for reduction, passed in verdicts)
    assert mark(pairs) == pytest.approx(expected)


# --- Garbage ---

PIECES = [*b"\n|\n|\r| |\t|\0|\noutput=/".split(b"|"), b"|"]
PIECES += b"""case= input= output= input-end= output-end= variation= grade-reduction= = / " ' * 1 -
. expected-exit-code= program-arguments= 999999999999999999999 1e999 e % a FIM \xc3\xa9 \xff ( ) [ ]
[[:alpha:]] { 1,2} \\ ^ $ + ? i 0x p inf nan caso=""".split()


def garbage(rng, size):
    pieces = rng.choices(PIECES, k=size) + [bytes(rng.choices(range(256), k=size // 4))]
    return b"".join(pieces).decode("utf-8", "surrogateescape")


def test_garbage_never_crashes():
    rng = random.Random(3)
    seen = {True: 0, False: 0, PatternError: 0}
    for _ in range(4000):
        text = garbage(rng, 40)
        cases, problems = parse(text)
        assert all(isinstance(line, int) and "=" in text for line, text in problems)
        lines = [line for line, reason, detail in suspicious(text)]
        assert {line for line, _ in problems} <= {*lines} <= {*range(1, len(text) + 1)}
        assert mark((case, rng.random() < 0.5) for case in cases) >= 0
        for case in cases:
            try:
                seen[case.accepts(garbage(rng, 8), 0)] += 1
            except PatternError:
                seen[PatternError] += 1
    assert min(seen.values()) > 100

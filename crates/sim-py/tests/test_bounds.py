"""Hostile input of every class ends in its error within a second of processor time and 200 MB, in a process of its own."""

import copy
import os
import pickle
import resource
import struct
import time
import traceback
import zlib

import cortenforge
import cortenforge.mujoco as cf
import numpy as np
import pytest
from cortenforge.mujoco import rollout
from hostile_edits import LIMBS, SANITIZED
from test_edits import EDITS, FILES, STATES, state_of, tamper

SECONDS = 1.0  # of processor time, user and system, of all threads
MEMORY = 200 << 20  # bytes beyond what the process has when it begins

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="only systems that fork"),
    pytest.mark.skipif(SANITIZED, reason="checks of every access take time and memory of their own"),
]


class TooLong(AssertionError):
    """More processor time than the bound."""


def bounded(work):
    """Runs `work` in a child and returns the error it ends with; fails when it takes too much, crashes or hangs."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        # what hangs is ended, so that the test is
        resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        begin = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        try:
            work()
            outcome = None
        except BaseException as error:
            outcome = (type(error).__name__, str(error), traceback.format_exc())
        os.write(write, pickle.dumps((begin, outcome))[:60_000])
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        answer = pipe.read()
    _, status, used = os.wait4(child, 0)
    assert status == 0, f"ended by status {status}"
    begin, outcome = pickle.loads(answer)
    # memory first: where the machine is short of it, to take much takes long too
    assert (used.ru_maxrss - begin) * 1024 <= MEMORY, f"{used.ru_maxrss - begin} kB: {outcome}"
    if used.ru_utime + used.ru_stime > SECONDS:
        raise TooLong(f"{used.ru_utime + used.ru_stime} s: {outcome}")
    return outcome


def least(work, tries=4):
    """What `work` returns; where it takes too long it is asked again, as time that others take from a shared processor counts too."""
    for _ in range(tries - 1):
        try:
            return work()
        except TooLong:
            pass
    return work()


def refused(work, kinds, *words):
    """The error is of one of these kinds and says these words."""
    outcome = least(lambda: bounded(work))
    assert outcome is not None, "it is not refused"
    kind, text, trace = outcome
    assert kind in kinds, trace
    for word in words:
        assert word in text, text


@pytest.fixture(scope="module")
def limbs():
    return cf.MjModel.from_xml_string(LIMBS)


def test_the_bounds_are_noticed():
    def work():
        begin = time.process_time()
        while time.process_time() - begin < SECONDS + 0.1:
            pass

    with pytest.raises(AssertionError, match=r"^\d[\d.]* s:"):
        bounded(work)
    with pytest.raises(AssertionError, match=r"^\d+ kB:"):
        bounded(lambda: np.ones(MEMORY // 8 + (1 << 21)).sum())
    with pytest.raises(AssertionError, match="ended by status"):
        bounded(os.abort)
    assert bounded(lambda: None) is None


def world(inside):
    return f"<mujoco><worldbody>{inside}</worldbody></mujoco>"


def asset(inside):
    return f"<mujoco><asset>{inside}</asset><worldbody/></mujoco>"


def sensed(inside, sensor):
    return f"<mujoco><worldbody>{inside}</worldbody><sensor>{sensor}</sensor></mujoco>"


# text, and a word of the error
SIZES = {
    "numbers of the user": ("<mujoco><size nuserdata='2000000000'/></mujoco>", "'userdata'"),
    "keyframes": ("<mujoco><size nkey='1000000000'/></mujoco>", "nkey"),
    "user data of joints": (
        "<mujoco><size nuser_jnt='1000000000'/><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>",
        "nuser_jnt",
    ),
    "a texture": (asset("<texture name='t' type='2d' builtin='checker' width='30000' height='30000'/>"), "picture_bytes"),
    "a cube": (asset("<texture name='t' type='cube' builtin='gradient' width='20000' mark='random'/>"), "picture_bytes"),
    "a height field": (asset("<hfield name='h' nrow='100000' ncol='100000' size='1 1 1 1'/>"), "coarser"),
    "a built-in mesh": (asset("<mesh name='m' builtin='supersphere' params='5000 1 1'/>"), "vertices"),
    "a history": (sensed("<site name='s'/>", "<gyro site='s' nsample='2000000000'/>"), "nsample"),
    "readings": (sensed("<camera name='c' resolution='100000 100000'/>", "<rangefinder camera='c'/>"), "too many"),
    "length ranges": (
        "<mujoco><compiler><lengthrange inttotal='1e9'/></compiler><worldbody><body><joint name='j'/><geom size='.1'/></body>"
        "</worldbody><actuator><muscle joint='j'/></actuator></mujoco>",
        "operations",
    ),
}


@pytest.mark.parametrize("case", SIZES)
def test_sizes(case):
    text, word = SIZES[case]
    refused(lambda: cf.MjModel.from_xml_string(text), {"ModelError"}, word)


LINK = "<body><joint/><joint/><joint/><joint/><joint/><joint/><geom size='1'/>"
COUNTS = {
    "copies": world("<replicate count='10'>" * 12 + "<site/>" + "</replicate>" * 12),
    "copies of one": world("<replicate count='2000000000'><geom size='1'/></replicate>"),
    "attachments": world(
        "<body name='b0'><site/></body>"
        + "".join(f"<body name='b{i + 1}'>" + "".join(f"<attach body='b{i}' prefix='p{k}'/>" for k in range(10)) + "</body>" for i in range(12))
    ),
    "keyframes of copies": (
        "<mujoco><worldbody><replicate count='1000'><body><joint/><geom size='1'/></body></replicate></worldbody>"
        "<keyframe>" + "<key/>" * 1000 + "</keyframe></mujoco>"
    ),
    "links of a cable": world("<composite type='cable' count='2000000000 1 1' curve='s'><geom type='box'/></composite>"),
    "joints of a chain": world("<replicate count='40'>" + LINK * 480 + "</body>" * 480 + "</replicate>"),
    "nested elements": world("<body>" * 5000 + "</body>" * 5000),
}


@pytest.mark.parametrize("case", COUNTS)
def test_counts(case):
    refused(lambda: cf.MjModel.from_xml_string(COUNTS[case]), {"ModelError"})


@pytest.mark.parametrize("worlds", [10**7, 10**8, 10**9, 2**40, 2**62])
def test_counts_of_worlds(limbs, worlds):
    refused(lambda: cortenforge.BatchSim(limbs, worlds, threads=1), {"MemoryError", "ValueError", "OverflowError"}, "")


@pytest.mark.parametrize("threads", [10**5, 10**6, 10**9, 2**31, 2**40])
def test_counts_of_threads(limbs, threads):
    refused(lambda: cortenforge.BatchSim(limbs, 2, threads=threads), {"ValueError"}, "threads are too many")
    refused(lambda: rollout.Rollout(nthread=threads), {"ValueError"}, "threads are too many")


@pytest.mark.parametrize(
    ("n", "geom", "option"),
    [
        (600, "<geom size='.1'/>", ""),
        (600, "<geom size='.1'/>", "<option solver='PGS'/>"),
        (300, "<geom type='box' size='.1 .1 .1'/>", "<option cone='elliptic'/>"),
        (2500, "<geom size='.1'/>", ""),
        (400, "<geom type='capsule' size='.1 .2'/>", "<option integrator='RK4'/>"),
    ],
)
def test_counts_of_contacts(n, geom, option):
    bodies = f"<body><freejoint/>{geom}</body>" * n
    model = cf.MjModel.from_xml_string(f"<mujoco>{option}<worldbody>{bodies}</worldbody></mujoco>")
    data = cf.MjData(model)
    refused(lambda: cf.mj_step(model, data), {"FatalError"}, "limit")


FAR = 2**44  # entries


@pytest.mark.parametrize(
    ("call", "kinds"),
    [
        (lambda m, d, x: cf.mju_norm(x), {"MemoryError"}),
        (lambda m, d, x: cf.mju_sum(x), {"MemoryError"}),
        (lambda m, d, x: cf.mju_mulMatVec(np.zeros(3), np.broadcast_to(x, (3, FAR)), x), {"MemoryError"}),
        (lambda m, d, x: cf.mj_setState(m, d, x, int(cf.mjtState.mjSTATE_FULLPHYSICS)), {"MemoryError"}),
        (lambda m, d, x: cf.mj_mulM(m, d, np.zeros(m.nv), x), {"TypeError"}),
        (lambda m, d, x: cf.mju_zero(x), {"TypeError"}),
        # as_strided gives arrays that say they can be written
        (lambda m, d, x: cf.mju_zero(np.lib.stride_tricks.as_strided(np.zeros(1), (FAR,), (0,))), {"TypeError"}),
        (lambda m, d, x: cf.mju_cholFactor(np.lib.stride_tricks.as_strided(np.zeros(1), (2**22,) * 2, (0, 0)), 0), {"TypeError"}),
    ],
)
def test_sizes_of_arguments(limbs, call, kinds):
    data = cf.MjData(limbs)
    refused(lambda: call(limbs, data, np.broadcast_to(0.0, (FAR,))), kinds)


FOREVER = "iterations='2147483647' tolerance='0'"
SEARCH = "ls_iterations='2147483647' ls_tolerance='0'"


@pytest.mark.parametrize(
    ("option", "word"),
    [
        (f"solver='PGS' {FOREVER}", "opt.iterations"),
        (f"solver='CG' {FOREVER}", "opt.iterations"),
        (f"solver='CG' {SEARCH}", "opt.ls_iterations"),
        (f"solver='Newton' {SEARCH}", "opt.ls_iterations"),
        ("solver='CG' noslip_iterations='2147483647' noslip_tolerance='-1'", "opt.noslip_iterations"),
    ],
)
def test_counts_of_iterations(option, word):
    boxes = "".join(
        f"<body pos='{i // 3} 0 .09' euler='{i} 7 3'><freejoint/><geom type='box' size='.1 .1 .1'/></body>" for i in range(6)
    )
    text = f"<mujoco><option {option}/><worldbody><geom type='plane' size='1 1 1'/>{boxes}</worldbody></mujoco>"
    model = cf.MjModel.from_xml_string(text)
    data = cf.MjData(model)
    refused(lambda: cf.mj_step(model, data), {"FatalError"}, word, "limits.solver_products")


@pytest.mark.parametrize(("array", "entry", "value", "message"), EDITS)
def test_edits(limbs, array, entry, value, message):
    def work():
        model = copy.copy(limbs)
        data = cf.MjData(model)
        getattr(model, array)[entry] = value
        cf.mj_step(model, data, 10)

    refused(work, {"FatalError"}, array)


@pytest.mark.parametrize("case", STATES)
def test_binaries_in_memory(limbs, case):
    state = state_of(limbs)
    STATES[case][0](state)
    refused(lambda: cf.MjModel._from_state(state), {"ValueError"})


@pytest.mark.parametrize("case", FILES)
def test_binaries(limbs, tmp_path, case):
    path = tmp_path / "model.mjb"
    cf.mj_saveModel(limbs, str(path))
    tamper(path, FILES[case][0])
    refused(lambda: cf.MjModel.from_binary_path(path), {"ValueError"})


def part(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def picture(width, height, colour):
    """A PNG that claims many pixels and has none."""
    head = part(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + part(b"IDAT", zlib.compress(b"")) + part(b"IEND", b"")


def sparse(path, length):
    with open(path, "wb") as file:
        file.truncate(length)


def stl(path, faces):
    path.write_bytes(bytes(80) + struct.pack("<I", faces) + bytes(500))

def winding(path):
    """One face that winds around itself, so that its ears are found one by one."""
    turn = 1 + np.arange(9_500) / 25
    inner, outer = ((turn - thick) * np.stack([np.cos(turn), np.sin(turn)]) for thick in (2, 0))
    points = np.concatenate([inner.T, outer.T[::-1]])
    path.write_text("".join(f"v {x:.6f} {y:.6f} 0\n" for x, y in points) + "f " + " ".join(map(str, range(1, 19_001))))


def start(path, content, length):
    """A file that begins with something and goes on with zeros that take no room."""
    with open(path, "wb") as file:
        file.write(content)
        file.truncate(length)


MESH = "<mesh name='m' file='{}'/>"
TEXTURE = "<texture name='t' type='2d' file='{}'/>"
HFIELD = "<hfield name='h' file='{}' size='1 1 1 1'/>"
ON_DISK = {
    "a sparse mesh": ("a.stl", lambda p: sparse(p, 3 << 30), MESH),
    "zeros for a mesh": ("a.stl", lambda p: sparse(p, 900 << 20), MESH),
    "faces that are not there": ("a.stl", lambda p: stl(p, 199_999), MESH),
    "faces without end": ("a.stl", lambda p: stl(p, 2**32 - 1), MESH),
    "zeros for another mesh": ("a.msh", lambda p: sparse(p, 900 << 20), MESH),
    "faces": ("a.stl", lambda p: start(p, bytes(80) + struct.pack("<I", 18_000_000), 84 + 50 * 18_000_000), MESH),
    "vertices": ("a.msh", lambda p: start(p, struct.pack("<4i", 70_000_000, 0, 0, 0), 16 + 12 * 70_000_000), MESH),
    "zeros for a mesh of no kind": ("a", lambda p: sparse(p, 900 << 20), MESH),
    "a face that winds": ("a.obj", winding, MESH),
    "a folder": ("a.stl", lambda p: p.mkdir(), MESH),
    "a pipe": ("a.stl", lambda p: os.mkfifo(p), MESH),
    "a device": ("a.stl", lambda p: p.symlink_to("/dev/zero"), MESH),
    "a file of the system": ("a.stl", lambda p: p.symlink_to("/proc/self/maps"), MESH),
    "a large picture": ("a.png", lambda p: p.write_bytes(picture(15_000, 15_000, 2)), TEXTURE),
    "an endless picture": ("a.png", lambda p: p.write_bytes(picture(2**31 - 1, 2**31 - 1, 6)), TEXTURE),
    "zeros for a picture": ("a.png", lambda p: sparse(p, 900 << 20), TEXTURE),
    "zeros for another picture": ("a.ktx", lambda p: sparse(p, 900 << 20), TEXTURE),
    "zeros behind a header": ("a.png", lambda p: start(p, picture(1000, 1000, 2)[:33], 900 << 20), TEXTURE),
    "a large height field": ("a.bin", lambda p: p.write_bytes(struct.pack("<ii", 2**31 - 1, 2**31 - 1)), HFIELD),
    "zeros for a height field": ("a.bin", lambda p: sparse(p, 900 << 20), HFIELD),
}


@pytest.mark.parametrize("case", ON_DISK)
def test_files(tmp_path, case):
    name, make, element = ON_DISK[case]
    make(tmp_path / name)
    model = tmp_path / "model.xml"
    use = "<geom type='mesh' mesh='m'/>" if element is MESH else ""
    model.write_text(f"<mujoco><asset>{element.format(name)}</asset><worldbody>{use}</worldbody></mujoco>")
    refused(lambda: cf.MjModel.from_xml_path(str(model)), {"ModelError"})

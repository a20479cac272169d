"""Random models of what the GPU covers, as MJCF files for `cargo run -p sim-gpu --example compare`.

Usage: python random_gpu.py DIRECTORY [--models N] [--seed S]

The same seed and number give the same model on every machine. Only the standard library is needed, and no MuJoCo: the card is
compared with the CPU, which random_models.py compares with MuJoCo. Without --models a run of the comparison takes half a minute.
"""

from __future__ import annotations

import argparse
import pathlib
import random

JOINTS = (
    ("hinge",), ("hinge",), ("hinge",), ("slide",), ("slide",), ("ball",), ("ball",), ("hinge", "hinge"), ("slide", "hinge"),
    ("hinge", "hinge", "hinge"), ("slide", "slide", "hinge"), ("slide", "ball"), ("slide", "slide", "slide", "ball"), (),
)  # fmt: skip
GEOMS = ("sphere", "capsule", "box")
DISABLE = (
    "constraint", "equality", "frictionloss", "limit", "contact", "spring", "damper", "gravity", "clampctrl", "warmstart",
    "filterparent", "actuation", "refsafe", "sensor", "midphase", "eulerdamp", "autoreset", "nativeccd", "island",
)  # fmt: skip
OF_SITES = ("accelerometer", "gyro", "velocimeter", "force", "torque", "touch", "magnetometer")
OF_BODIES = ("subtreecom", "subtreelinvel", "subtreeangmom")
FRAME_POSES = ("framepos", "framequat", "framexaxis", "frameyaxis", "framezaxis")
FRAME_MOTIONS = ("framelinvel", "frameangvel")
FRAME_ACCELERATIONS = ("framelinacc", "frameangacc")
CONTACT_DATA = ("found", "force", "torque", "dist", "pos", "normal", "tangent")
KINDS = ("body", "mocap", "site", "geom", "camera", "scalar", "ball", "free", "limited", "tendon", "limited tendon", "actuator")


class Maker:
    """One model while it is made."""

    def __init__(self, seed: int, index: int) -> None:
        self.rng = random.Random(f"{seed} {index}")
        self.names: dict[str, list[str]] = {kind: [] for kind in KINDS}
        #: How much of each optional setting this model has: few things at once tell causes apart.
        self.wealth = self.pick((0.3, 1.0, 1.0, 2.0))

    # numbers

    def chance(self, p: float) -> bool:
        return self.rng.random() < p * self.wealth

    def pick(self, items):
        return items[self.rng.randrange(len(items))]

    def real(self, low: float, high: float) -> str:
        return f"{self.rng.uniform(low, high):.5g}"

    def reals(self, n: int, low: float, high: float) -> str:
        return " ".join(self.real(low, high) for _ in range(n))

    def power(self, low: float, high: float) -> str:
        return f"{10 ** self.rng.uniform(low, high):.5g}"

    def direction(self, n: int) -> str:
        if self.rng.random() < 0.4:
            k = self.rng.randrange(n)
            return " ".join("1" if i == k else "0" for i in range(n))
        return " ".join(f"{self.rng.gauss(0, 1):.5g}" for _ in range(n))

    def some(self, p: float, text: str) -> str:
        return f" {text}" if self.chance(p) else ""

    def named(self, kind: str) -> str:
        name = f"{kind}{len(self.names[kind])}"
        self.names[kind].append(name)
        return name

    def two(self, kind: str) -> list[str]:
        """Two objects, or fewer where there are no more."""
        return self.rng.sample(self.names[kind], min(2, len(self.names[kind])))

    def poly(self, low: float, high: float) -> str:
        """A coefficient, at times with those of higher powers."""
        return self.power(low, high) + (f" {self.power(low, high)}" * self.rng.randrange(3) if self.chance(0.2) else "")

    def softness(self, suffix: str = "") -> str:
        text = ""
        if self.chance(0.35):
            text += f' solref{suffix}="{self.power(-2.2, -1)} {self.real(0.3, 1.5)}"'
            if self.chance(0.2):
                text = f' solref{suffix}="-{self.power(1, 4)} -{self.power(0, 2)}"'
        if self.chance(0.3):
            low, high = sorted((self.rng.uniform(0.2, 0.9999), self.rng.uniform(0.2, 0.9999)))
            power = self.pick(("1", "2", "2", "3", self.real(1, 4)))
            text += f' solimp{suffix}="{low:.5g} {high:.5g} {self.power(-4, -1)} {self.real(0.1, 0.9)} {power}"'
        return text

    # bodies

    def joint(self, kind: str) -> str:
        name = self.named("scalar" if kind in ("hinge", "slide") else kind)
        text = f'<joint name="{name}" type="{kind}"'
        is_scalar = kind in ("hinge", "slide")
        if is_scalar:
            text += f' axis="{self.direction(3)}"'
        if kind != "free":
            text += self.some(0.5, f'pos="{self.reals(3, -0.1, 0.1)}"')
            if self.chance(0.4):
                high = {"hinge": 90, "slide": 0.3, "ball": 80}[kind] * self.rng.uniform(0.05, 1)
                low = 0 if kind == "ball" else -high * self.rng.uniform(-0.2, 1)
                text += f' range="{low:.5g} {high:.5g}"' + self.softness("limit") + self.some(0.3, f'margin="{self.real(0, 0.2)}"')
                if is_scalar:
                    self.names["limited"].append(name)
        text += self.some(0.3, f'frictionloss="{self.power(-2, 1)}"' + self.softness("friction"))
        text += self.some(0.4, f'damping="{self.poly(-2, 0)}"') + f' armature="{self.power(-2.5, -0.5)}"'
        text += self.some(0.3, f'stiffness="{self.poly(-1, 2)}"') + self.some(0.1, 'actuatorgravcomp="true"')
        if is_scalar:
            text += self.some(0.15, f'springref="{self.real(-0.3, 0.3)}"') + self.some(0.1, f'ref="{self.real(-0.2, 0.2)}"')
            text += self.some(0.15, f'actuatorfrcrange="-{self.power(-1, 1)} {self.power(-1, 1)}"')
        return text + f' group="{self.rng.randrange(3)}"/>'

    def surface(self) -> str:
        text = f' condim="{self.pick((1, 3, 3, 4, 6))}"'
        text += self.some(0.5, f'friction="{self.real(0.1, 1.5)} {self.power(-3, -1)} {self.power(-4, -2)}"')
        text += self.some(0.25, f'margin="{self.real(0, 0.05)}"') + self.some(0.15, f'gap="{self.real(0, 0.05)}"')
        text += self.some(0.1, f'priority="{self.rng.randrange(3)}"') + self.some(0.1, f'solmix="{self.pick(("0", self.real(0.1, 2)))}"')
        if self.chance(0.15):
            text += f' contype="{self.rng.randrange(4)}" conaffinity="{self.rng.randrange(4)}"'
        return text + self.softness()

    def geom(self, kind: str | None = None, other: str = "") -> str:
        kind = kind or self.pick(GEOMS)
        name = self.named("geom")
        count = {"sphere": 1, "capsule": 2}.get(kind, 3)
        text = f'<geom name="{name}" type="{kind}" size="{self.reals(count, 0.03, 0.15)}" pos="{self.reals(3, -0.1, 0.1)}"'
        text += self.some(0.6, f'quat="{self.direction(4)}"') + self.some(0.3, f'density="{self.power(2, 3.5)}"')
        if self.chance(0.15):
            text += ' fluidshape="ellipsoid"' + self.some(0.5, f'fluidcoef="{self.reals(5, 0, 2)}"')
        return text + self.surface() + other + "/>"

    def site(self) -> str:
        kind = self.pick(("sphere", "capsule", "box", "ellipsoid", "cylinder"))
        text = f'<site name="{self.named("site")}" type="{kind}" size="{self.reals(3, 0.02, 0.2)}"'
        return text + f' pos="{self.reals(3, -0.15, 0.15)}" quat="{self.direction(4)}"/>'

    def camera(self) -> str:
        mode = self.pick(("fixed", "fixed", "track", "trackcom", "targetbody", "targetbodycom"))
        target = ' target="body0"' if mode.startswith("target") else ""
        name, light = self.named("camera"), ""
        if self.chance(0.4):
            light = f'<light pos="{self.reals(3, -1, 1)}" dir="{self.direction(3)}" mode="{mode}"{target}/>'
        place = f'pos="{self.reals(3, -1, 1)}" quat="{self.direction(4)}"'
        return f'<camera name="{name}" {place} mode="{mode}"{target} resolution="64 48" fovy="{self.real(20, 90)}"/>{light}'

    def body(self, depth: int, left: list[int]) -> str:
        left[0] -= 1
        place = f"{self.reals(2, -0.4, 0.4)} {self.real(0.02, 0.6)}" if depth == 0 else self.reals(3, -0.3, 0.3)
        text = f'<body name="{self.named("body")}" pos="{place}"' + self.some(0.5, f'quat="{self.direction(4)}"')
        text += self.some(0.2, f'gravcomp="{self.real(0, 1.2)}"') + ">"
        if depth == 0 and self.rng.random() < 0.4:
            text += self.joint("free")
        else:
            text += "".join(self.joint(kind) for kind in self.pick(JOINTS))
        if self.chance(0.15):
            text += f'<inertial pos="{self.reals(3, -0.05, 0.05)}" mass="{self.power(-1, 0.5)}" diaginertia=".02 .03 .025"'
            text += self.some(0.5, f'quat="{self.direction(4)}"') + "/>"
        text += "".join(self.geom() for _ in range(self.rng.randrange(1, 3)))
        text += "".join(self.site() for _ in range(self.rng.randrange(0, 3)))
        text += self.camera() if self.chance(0.15) else ""
        for _ in range(self.rng.randrange(0, 3)):
            if left[0] > 0 and depth < 5:
                text += self.body(depth + 1, left)
        return text + "</body>"

    def world(self) -> str:
        self.names["geom"].append("floor")
        text = f'<geom name="floor" type="plane" size="3 3 .1"{self.surface()}/>' + self.site()
        if self.chance(0.15):
            text += f'<geom type="plane" size="0 0 .1" pos="0 0 -.1" quat="{self.direction(4)}"{self.surface()}/>'
        text += self.geom() if self.chance(0.2) else ""
        text += self.camera() if self.chance(0.2) else ""
        if self.chance(0.3):
            place = f'pos="{self.reals(3, -0.5, 0.5)}" quat="{self.direction(4)}"'
            text += f'<body name="{self.named("mocap")}" mocap="true" {place}>{self.geom()}{self.site()}</body>'
        left = [self.rng.randrange(1, 8)]
        while left[0] > 0:
            text += self.body(0, left)
        return text

    # what ties bodies together

    def tendon(self) -> str:
        if not self.names["scalar"]:
            return ""
        name = self.named("tendon")
        text = f'<fixed name="{name}"' + self.some(0.4, f'stiffness="{self.poly(0, 3)}"') + self.some(0.4, f'damping="{self.poly(-1, 1)}"')
        text += self.some(0.3, f'springlength="{self.pick((self.real(-0.1, 0.1), "-.05 .05"))}"')
        if self.chance(0.5):
            self.names["limited tendon"].append(name)
            low = self.rng.uniform(-0.3, 0.1)
            text += f' range="{low:.5g} {low + self.rng.uniform(0.01, 0.4):.5g}"' + self.softness("limit")
            text += self.some(0.3, f'margin="{self.real(0, 0.2)}"')
        text += self.some(0.3, f'frictionloss="{self.power(-1, 1)}"' + self.softness("friction"))
        text += self.some(0.3, f'armature="{self.power(-2, 0)}"') + self.some(0.2, f'actuatorfrcrange="-{self.power(-1, 1)} {self.power(-1, 1)}"')
        joints = self.rng.sample(self.names["scalar"], min(len(self.names["scalar"]), self.rng.randrange(1, 4)))
        return text + ">" + "".join(f'<joint joint="{j}" coef="{self.real(-1, 1)}"/>' for j in joints) + "</fixed>"

    def equality(self) -> str:
        soft = self.softness() + self.some(0.15, 'active="false"')
        kind, tied = self.pick((("connect", "body"), ("weld", "body"), ("connect", "site"), ("weld", "site"), ("joint", "scalar"), ("tendon", "tendon")))
        names = self.two(tied)
        if tied == "body" and self.names["mocap"] and self.chance(0.4):
            names = [self.pick(self.names["body"]), "mocap0"]
        if not names or (tied == "site" and len(names) < 2):
            return ""
        second = len(names) == 2 and (tied == "site" or self.rng.random() < 0.7)
        label = {"scalar": "joint"}.get(tied, tied)
        text = f'<{kind} {label}1="{names[0]}"' + (f' {label}2="{names[1]}"' if second else "")
        if kind in ("joint", "tendon"):
            return text + self.some(0.6, f'polycoef="{self.reals(5, -0.5, 1)}"') + soft + "/>"
        if kind == "weld":
            text += self.some(0.4, f'torquescale="{self.power(-1, 0.5)}"')
            if tied == "body":
                text += self.some(0.4, f'anchor="{self.reals(3, -0.1, 0.1)}"')
                text += self.some(0.4, f'relpose="{self.reals(3, -0.2, 0.2)} {self.direction(4)}"')
        elif tied == "body":
            text += f' anchor="{self.reals(3, -0.1, 0.1)}"'
        return f"{text}{soft}/>"

    def contact(self) -> str:
        text, names = "", self.two("geom")
        if len(names) == 2 and self.chance(0.4):
            text += f'<pair geom1="{names[0]}" geom2="{names[1]}" condim="{self.pick((1, 3, 4, 6))}"' + self.softness()
            text += self.some(0.3, f'solreffriction="{self.power(-2, -1)} 1"') + self.some(0.4, f'margin="{self.real(0, 0.1)}"')
            text += self.some(0.3, f'gap="{self.real(0, 0.05)}"')
            text += self.some(0.5, f'friction="{self.reals(2, 0.2, 1.2)} {self.power(-3, -1)} {self.reals(2, 0.001, 0.01)}"') + "/>"
        bodies = self.two("body")
        if len(bodies) == 2 and self.chance(0.3):
            text += f'<exclude body1="{bodies[0]}" body2="{bodies[1]}"/>'
        return text

    # inputs and outputs

    def target(self) -> str | None:
        kind = self.pick([k for k in ("scalar", "scalar", "ball", "free", "tendon", "site", "crank") if k == "crank" or self.names[k]])
        gear = self.some(0.7, f'gear="{self.reals(6 if kind in ("site", "free") else 3 if kind == "ball" else 1, -2, 2)}"')
        sites = self.two("site")
        if kind == "crank":
            return f'cranksite="{sites[0]}" slidersite="{sites[1]}" cranklength="{self.real(0.1, 0.5)}"{gear}' if len(sites) > 1 else None
        if kind == "site":
            return f'site="{sites[0]}"{gear}' + (self.some(0.5, f'refsite="{sites[1]}"') if len(sites) > 1 else "")
        label = kind if kind == "tendon" else self.pick(("joint", "joint", "jointinparent"))
        passive = self.some(0.15, f'damping="{self.poly(-2, 0)}"') + self.some(0.15, f'armature="{self.power(-2, 0)}"')
        return f'{label}="{self.pick(self.names[kind])}"{gear}{passive if kind in ("scalar", "tendon") else ""}'

    def orientation(self) -> str:
        sites = self.two("site")
        if self.names["ball"] and self.rng.random() < 0.5:
            target = f'joint="{self.pick(self.names["ball"])}"'
        elif len(sites) == 2:
            target = f'site="{sites[0]}" refsite="{sites[1]}"'
        else:
            return ""
        return f'<orientation name="{self.named("actuator")}" {target} kp="{self.power(-1, 1)}"' + self.some(0.5, 'kv="1"') + self.some(0.5, f'input="{self.pick(("expmap", "quat"))}"') + "/>"

    def actuator(self) -> str:
        if self.rng.random() < 0.08:
            return self.orientation()
        if self.rng.random() < 0.08:
            return f'<adhesion name="{self.named("actuator")}" body="{self.pick(self.names["body"])}" ctrlrange="0 1" gain="{self.power(0, 1)}"/>'
        target = self.target()
        if target is None:
            return ""
        dynamics = self.pick(("none", "integrator", "filter", "filterexact"))
        general = f'dyntype="{dynamics}" dynprm="{self.power(-2, 0)}"' + (self.some(0.3, 'actrange="-.2 .3"') if dynamics != "none" else "")
        general += f' gaintype="{self.pick(("fixed", "affine"))}" gainprm="{self.reals(3, -1, 1)}" biastype="affine" biasprm="{self.reals(3, -1, 0)}"'
        settings = {
            "motor": "",
            "position": f'kp="{self.power(0, 2)}"' + self.some(0.5, f'kv="{self.power(-1, 1)}"') + self.some(0.3, f'timeconst="{self.power(-2, 0)}"'),
            "velocity": f'kv="{self.power(-1, 1)}"',
            "damper": f'kv="{self.power(-1, 1)}" ctrlrange="0 1"',
            "intvelocity": f'kp="{self.power(0, 2)}" actrange="-1 1"',
            "cylinder": f'timeconst="{self.power(-2, 0)}" area=".5"' + self.some(0.5, f'bias="{self.reals(3, -1, 0)}"'),
            "general": general + self.some(0.3, 'actearly="true"'),
            "muscle": f'lengthrange="{self.real(0.1, 0.3)} {self.real(0.5, 1.5)}"' + self.some(0.3, f'force="{self.power(0, 2)}"') + self.some(0.3, 'tausmooth=".1"'),
            "pid": f'kp="{self.power(0, 2)}"' + self.some(0.5, f'kv="{self.power(-1, 1)}"')
                   + self.pick(("", f' ki="{self.power(-1, 1)}"', f' ki="{self.power(-1, 1)}" imax=".05"', ' slewmax="2"')) + self.some(0.4, f'input="{self.pick(("pos vel", "pos vel ff", "pos"))}"'),
            "dcmotor": f'motorconst="{self.power(-2, 0)}" resistance="{self.power(-1, 1)}"' + self.some(0.4, f'inductance="{self.power(-3, -1)}"')
                       + self.some(0.3, f'cogging=".05 4 .3"') + self.some(0.3, f'lugre="{self.power(1, 2)} 1 .1 .2 .1"')
                       + self.some(0.3, f'thermal="{self.reals(2, 1, 5)} 0 .004 25 25"') + self.some(0.3, f'saturation="{self.power(-1, 1)}"'),
        }  # fmt: skip
        kind = self.pick(("motor", *settings))
        if kind == "muscle" and not target.startswith(("joint=\"scalar", "tendon=")):
            kind = "motor"
        text = f'<{kind} name="{self.named("actuator")}" {target} {settings[kind]}' + self.some(0.2, f'group="{self.rng.randrange(3)}"')
        if kind not in ("damper", "muscle", "pid"):
            text += self.some(0.3, 'ctrlrange="-.5 .7"')
        return text + ("" if kind == "dcmotor" else self.some(0.2, f'forcerange="-{self.power(-1, 1)} {self.power(-1, 1)}"')) + "/>"

    def frame(self) -> tuple[str, str]:
        kind = self.pick([k for k in ("body", "body", "geom", "site", "camera") if self.names[k]])
        return (self.pick(("body", "xbody")) if kind == "body" else kind), self.pick(self.names[kind])

    def sensor(self) -> str:
        cutoff = self.some(0.1, f'cutoff="{self.power(-1, 0)}"')
        (kind, name), (of, reference) = self.frame(), self.frame()
        relative = self.some(0.4, f'reftype="{of}" refname="{reference}"')
        side = self.pick(("geom", "body", "subtree"))
        one, other = (self.pick(self.names["geom" if side == "geom" else "body"]) for _ in range(2))
        data = " ".join(d for d in CONTACT_DATA if self.rng.random() < 0.5) or "found"
        first = self.pick((f'{side}1="{one}"', f'site="{self.pick(self.names["site"])}"', ""))
        match = first + (f' {side}2="{other}"' if self.rng.random() < 0.4 and other != one else "")
        makers = [
            ("site", lambda n: f'<{self.pick(OF_SITES)} site="{n}"{cutoff}/>'),
            ("body", lambda n: f'<{self.pick(OF_BODIES)} body="{n}"/>'),
            ("body", lambda n: f'<{self.pick(FRAME_POSES + FRAME_MOTIONS)} objtype="{kind}" objname="{name}"{relative}/>'),
            ("body", lambda n: f'<{self.pick(FRAME_ACCELERATIONS)} objtype="{kind}" objname="{name}"/>'),
            ("body", lambda n: f'<contact {match} data="{data}" num="{self.rng.randrange(1, 5)}" reduce="{self.pick(("none", "mindist", "maxforce", "netforce"))}"/>'),
            ("body", lambda n: self.pick(("<clock/>", "<e_potential/>", "<e_kinetic/>"))),
            ("site", lambda n: f'<insidesite site="{n}" objtype="{kind}" objname="{name}"/>'),
            ("camera", lambda n: f'<camprojection camera="{n}" site="{self.pick(self.names["site"])}"/>'),
            ("scalar", lambda n: f'<{self.pick(("jointpos", "jointvel", "jointactuatorfrc"))} joint="{n}"{cutoff}/>'),
            ("ball", lambda n: f'<{self.pick(("ballquat", "ballangvel"))} joint="{n}"/>'),
            ("limited", lambda n: f'<jointlimit{self.pick(("pos", "vel", "frc"))} joint="{n}"/>'),
            ("tendon", lambda n: f'<tendon{self.pick(("pos", "vel", "actuatorfrc"))} tendon="{n}"/>'),
            ("limited tendon", lambda n: f'<tendonlimit{self.pick(("pos", "vel", "frc"))} tendon="{n}"/>'),
            ("actuator", lambda n: f'<actuator{self.pick(("pos", "vel", "frc"))} actuator="{n}"/>'),
        ]  # fmt: skip
        of, make = self.pick([m for m in makers if self.names[m[0]]])
        return make(self.pick(self.names[of]))

    # the whole

    def option(self) -> str:
        text = f'<option solver="{self.pick(("Newton", "Newton", "Newton", "Newton", "CG"))}" cone="{self.pick(("pyramidal", "elliptic"))}"'
        text += f' jacobian="{self.pick(("dense", "sparse", "auto"))}" integrator="{self.pick(("Euler", "Euler", "implicitfast", "implicitfast", "RK4"))}"'
        text += f' timestep="{self.pick((".001", ".002", ".005"))}" impratio="{self.pick((1, 1, 3, 10, 0.5))}"'
        text += self.some(0.2, f'gravity="{self.reals(3, -10, 10)}"') + self.some(0.2, 'actuatorgroupdisable="1"')
        if self.chance(0.3):
            text += f' density="{self.power(0, 3)}" viscosity="{self.pick(("0", self.power(-3, 0)))}"' + self.some(0.5, f'wind="{self.reals(3, -1, 1)}"')
        flags = [f'{flag}="disable"' for flag in DISABLE if self.chance(0.03)]
        if self.chance(0.1):
            flags.append(f'{self.pick(DISABLE)}="disable"')
        flags += [f'{flag}="enable"' for flag, p in (("energy", 0.2), ("fwdinv", 0.05), ("invdiscrete", 0.05), ("multiccd", 0.05)) if self.chance(p)]
        if self.chance(0.12):
            flags.append('override="enable"')
            text += f' o_margin="{self.real(0, 0.05)}" o_solref="{self.power(-2, -1)} 1" o_friction="{self.reals(5, 0.01, 1)}"'
            text += self.some(0.5, 'o_solimp=".8 .99 .01 .4 3"')
        return f"{text}><flag {' '.join(flags)}/></option>"

    def model(self) -> str:
        several = lambda make, most: "".join(make() for _ in range(self.rng.randrange(most + 1)))  # noqa: E731
        option, world = self.option(), self.world()
        parts = {"worldbody": world, "contact": several(self.contact, 2), "tendon": several(self.tendon, 3)}
        parts["equality"] = several(self.equality, 3)
        parts["actuator"] = several(self.actuator, 5)
        parts["sensor"] = several(self.sensor, 8)
        sections = "\n".join(f"<{tag}>{text}</{tag}>" for tag, text in parts.items() if text)
        return f"<mujoco>\n{option}\n{sections}\n</mujoco>\n".replace("><", ">\n<")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--models", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    args.directory.mkdir(parents=True, exist_ok=True)
    for index in range(args.models):
        (args.directory / f"{args.seed}-{index:04}.xml").write_text(Maker(args.seed, index).model())


if __name__ == "__main__":
    main()

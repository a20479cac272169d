"""Random MJCF actuators and sensors that the GPU supports."""

from __future__ import annotations

from gpu_mjcf import Maker

OF_SITES = ("accelerometer", "gyro", "velocimeter", "force", "torque", "touch", "magnetometer")
OF_BODIES = ("subtreecom", "subtreelinvel", "subtreeangmom")
FRAME_POSES = ("framepos", "framequat", "framexaxis", "frameyaxis", "framezaxis")
FRAME_MOTIONS = ("framelinvel", "frameangvel")
FRAME_ACCELERATIONS = ("framelinacc", "frameangacc")
CONTACT_DATA = ("found", "force", "torque", "dist", "pos", "normal", "tangent")


class Drives(Maker):
    """A model with actuators and sensors."""

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
            body = f'name="{self.named("actuator")}" body="{self.pick([*self.names["body"], "world"])}"'
            if self.chance(0.3):
                return f'<general {body} gaintype="affine" gainprm="{self.reals(3, -1, 1)}" biastype="affine" biasprm="{self.reals(3, -1, 0)}"/>'
            return f'<adhesion {body} ctrlrange="0 1" gain="{self.power(0, 1)}"/>'
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
                       + self.some(0.4, f'input="{self.pick(("pos", "pos vel", "pos vel ff", "pos voltage"))}" controller="{self.reals(3, 0, 3)}"')
                       + self.some(0.3, 'cogging=".05 4 .3"') + self.some(0.3, f'lugre="{self.power(1, 2)} 1 .1 .2 .1"')
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
        kind = self.pick([k for k in ("body", "body", "geom", "shape", "site", "camera") if self.names[k]])
        if kind == "body" and self.chance(0.1):
            return "body", "world"
        if kind == "shape":
            return "geom", self.pick(self.names[kind])
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

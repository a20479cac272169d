"""Random models that the GPU supports, as MJCF files for `cargo run -p sim-gpu --example compare`.

Usage: python random_gpu.py DIRECTORY [--models N] [--seed S]

A seed and a number give one model on every machine. Only the standard library is needed, and no MuJoCo: the GPU is compared with the
CPU, which random_models.py compares with MuJoCo. With the default number of models the comparison takes half a minute.
"""

from __future__ import annotations

import argparse
import pathlib

from gpu_mjcf_drives import Drives

INTEGRATORS = ("Euler", "Euler", "implicitfast", "implicitfast", "RK4", "implicitspringdamper")
# without discrete inverse dynamics, which the GPU does not support
NOT_DISCRETE = ("RK4", "implicitspringdamper")
DISABLE = (
    "constraint", "equality", "frictionloss", "limit", "contact", "spring", "damper", "gravity", "clampctrl", "warmstart",
    "filterparent", "actuation", "refsafe", "sensor", "midphase", "eulerdamp", "autoreset", "nativeccd", "island",
)  # fmt: skip


class Whole(Drives):
    """A model with its settings."""

    def option(self) -> str:
        text = f'<option solver="{self.pick(("Newton", "Newton", "Newton", "Newton", "CG"))}" cone="{self.pick(("pyramidal", "elliptic"))}"'
        jacobian, integrator = self.pick(("dense", "sparse", "auto")), self.pick(INTEGRATORS)
        text += f' jacobian="{jacobian}" integrator="{integrator}"'
        text += f' timestep="{self.pick((".001", ".002", ".005"))}" impratio="{self.pick((1, 1, 3, 10, 0.5))}"'
        text += self.some(0.2, f'gravity="{self.reals(3, -10, 10)}"') + self.some(0.2, f'actuatorgroupdisable="{self.rng.randrange(3)}"')
        if self.chance(0.3):
            text += f' density="{self.power(0, 3)}" viscosity="{self.pick(("0", self.power(-3, 0)))}"' + self.some(0.5, f'wind="{self.reals(3, -1, 1)}"')
        flags = [f'{flag}="disable"' for flag in DISABLE if self.chance(0.03)]
        if self.chance(0.1):
            flags = list(dict.fromkeys([*flags, f'{self.pick(DISABLE)}="disable"']))
        enabled = [flag for flag, p in (("energy", 0.2), ("fwdinv", 0.05), ("invdiscrete", 0.05), ("multiccd", 0.05)) if self.chance(p)]
        if integrator in NOT_DISCRETE and "fwdinv" in enabled and "invdiscrete" in enabled:
            enabled.remove("invdiscrete")
        flags += [f'{flag}="enable"' for flag in enabled]
        if self.overrides:
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
    parser.add_argument("--models", type=int, default=12)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    args.directory.mkdir(parents=True, exist_ok=True)
    for index in range(args.models):
        (args.directory / f"{args.seed}-{index:04}.xml").write_text(Whole(args.seed, index).model())


if __name__ == "__main__":
    main()

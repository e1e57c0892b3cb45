"""The demo's world: one event of every regulation at a telling moment. All of it is invented."""

from qipan.simulation.demo_world.world import make_world

__all__ = ["make_world"]

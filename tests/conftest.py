"""What all tests share: Hypothesis without a wall clock, because test machines are noisy."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "qipan",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("qipan")

"""Figures of the roles, for Prometheus; who collects them chooses the registry."""

from prometheus_client import CollectorRegistry, Counter, Gauge


class ClusterMetrics:
    """What a worker, an edge or a scheduler counts."""

    def __init__(self, registry: CollectorRegistry | None = None) -> None:
        """Start at nothing."""
        there = registry or CollectorRegistry()
        self.shards = Gauge("qipan_shards", "Shards held by this worker.", registry=there)
        self.tables = Gauge("qipan_tables", "Tables in memory.", registry=there)
        self.taken = Counter("qipan_shards_taken", "Shards taken.", registry=there)
        self.lost = Counter(
            "qipan_shards_lost", "Shards dropped, by reason.", ("why",), registry=there
        )
        self.silences = Counter("qipan_edge_silences", "Edges not heard in time.", registry=there)
        self.lines = Gauge("qipan_lines", "Open sockets of this edge.", registry=there)
        self.broker = Gauge("qipan_broker_up", "1 while the broker can be reached.", registry=there)
        self.entered_again = Counter(
            "qipan_lines_entered_again", "Lines moved to another owner.", registry=there
        )
        self.polled = Counter(
            "qipan_tables_polled", "Tables told from the database, the broker away.", registry=there
        )
        self.active = Gauge(
            "qipan_scheduler_active", "1 in the one active scheduler.", registry=there
        )
        self.duties = Counter("qipan_duties", "Duties done on time.", ("name",), registry=there)

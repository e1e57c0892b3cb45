"""What all pages share: context, visitor, forms, rendering, caches, failures."""

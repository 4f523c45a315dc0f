"""The pages, each a module of routes with a template of its name."""

from rebost.console.pages import health, importing, marks, projects, records, settings, test

PAGES = (test.page, records.page, projects.page, importing.page, health.page, marks.page, settings.page)
"""In the order of the navigation; the first is where the console opens."""

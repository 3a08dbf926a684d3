/** Texts of what the app is made of. */
export const about = {
	"about.title": "About Countersign",
	"about.version": "Version",
	"about.commit": "Source",
	"about.no-commit": "Built from changed files",
	"about.shell": "Electron",
	"about.chromium": "Chromium",
	"about.copy": "the commit",
	"about.licences": "Licences",
	"about.count": "{count, plural, one {# part} other {# parts}}",
	"about.none": "The list of licences is part of an installed Countersign.",
	"about.browser": "Chromium’s own notices lie beside the app, in LICENSES.chromium.html.",
} as const;

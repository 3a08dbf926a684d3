/** Contents of one picture of a scene. */
export interface Picture {
	/** Its file's name, beside the index page. */
	readonly file: string;
	readonly width: number;
	readonly height: number;
	readonly theme: "light" | "dark";
}

/** One screen in one state, as the index page lists it. */
export interface PictureSet {
	readonly name: string;
	readonly window: "desk" | "trusted";
	readonly pictures: readonly Picture[];
	/** Faults found by axe, the page's policy and its layout, a line each. */
	readonly wrong: readonly string[];
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (found) => ESCAPES[found] ?? found);

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 90rem; padding: 1.5rem; }
nav, .pictures { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
section > h3 { margin: 2rem 0 0.5rem; font-family: ui-monospace, monospace; font-size: 1rem; }
figure { margin: 0; } figcaption { font-size: 0.8rem; opacity: 0.7; }
img { max-width: 28rem; max-height: 28rem; width: auto; height: auto; border: 1px solid #8888; }
pre { white-space: pre-wrap; color: #c2362b; }
`;

/** The page that leads to every picture: scenes by their first word, with what is wrong above all of them. */
export function indexPage(sets: readonly PictureSet[]): string {
	const groups = Object.groupBy(sets, ({ name }) => name.split("-")[0] ?? name);
	const wrong = sets.flatMap((set) => set.wrong);
	const links = sets.map(({ name }) => `<a href="#${escaped(name)}">${escaped(name)}</a>`);
	return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Countersign: every screen</title>
<style>${STYLE}</style>
<h1>Every screen, in every state</h1>
<p>${sets.length} scenes; ${wrong.length === 0 ? "nothing serious was found" : `${wrong.length} to look at`}.</p>
${wrong.length === 0 ? "" : `<pre>${escaped(wrong.join("\n"))}</pre>`}
<nav>${links.join("\n")}</nav>
${Object.entries(groups)
	.map(([group, of]) => `<h2>${escaped(group)}</h2>\n${(of ?? []).map(section).join("\n")}`)
	.join("\n")}
</html>
`;
}

function section({ name, window, pictures, wrong }: PictureSet): string {
	const figures = pictures.map(
		({ file, width, height, theme }) => `<figure>
<a href="${escaped(file)}"><img loading="lazy" src="${escaped(file)}" width="${width}" height="${height}" alt="${escaped(name)}, ${theme}"></a>
<figcaption>${width} × ${height}, ${theme}</figcaption>
</figure>`,
	);
	return `<section id="${escaped(name)}">
<h3>${escaped(name)} (${window} window)</h3>
${wrong.length === 0 ? "" : `<pre>${escaped(wrong.join("\n"))}</pre>`}
<div class="pictures">${figures.join("\n")}</div>
</section>`;
}

import { describe, expect, it } from "vitest";
import { indexPage, type PictureSet } from "../../preview/index-page.ts";

const set = (name: string, wrong: readonly string[] = []): PictureSet => ({
	name,
	window: "desk",
	pictures: [
		{ file: `${name}-1280-light.png`, width: 1280, height: 800, theme: "light" },
		{ file: `${name}-1280-dark.png`, width: 1280, height: 800, theme: "dark" },
	],
	wrong,
});

describe("the index page of the gallery", () => {
	it("leads to each scene, and shows each of its pictures", () => {
		const page = indexPage([set("desk-inbox"), set("rules-none")]);
		for (const name of ["desk-inbox", "rules-none"]) {
			expect(page).toContain(`<a href="#${name}">`);
			expect(page).toContain(`<section id="${name}">`);
			expect(page).toContain(`src="${name}-1280-light.png"`);
			expect(page).toContain(`src="${name}-1280-dark.png"`);
		}
		expect(page).toContain("2 scenes; nothing serious was found.");
	});

	it("groups scenes by the first word of their names", () => {
		const page = indexPage([set("desk-inbox"), set("desk-new"), set("rules-none")]);
		expect(page.match(/<h2>.*<\/h2>/g)).toEqual(["<h2>desk</h2>", "<h2>rules</h2>"]);
	});

	it("shows faults as text and not as markup", () => {
		const page = indexPage([set("desk-inbox", ['axe: <img src="x">'])]);
		expect(page).toContain("1 to look at");
		expect(page).toContain("axe: &lt;img src=&quot;x&quot;&gt;");
		expect(page).not.toContain('<img src="x">');
	});
});

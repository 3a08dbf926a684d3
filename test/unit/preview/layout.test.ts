import { type Browser, chromium, type Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium } from "../../host/chromium.ts";
import { clippedRings, cutReasons, unevenAmounts } from "../../preview/layout.ts";

let browser: Browser;
let page: Page;

beforeAll(async () => {
	browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
	page = await browser.newPage({ viewport: { width: 400, height: 300 } });
});

afterAll(() => browser.close());

const STYLE = `
	* { box-sizing: border-box; margin: 0; padding: 0; list-style: none; font: 16px/20px monospace; }
	:root { --accent: blue; }
	:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
	.row { display: flex; justify-content: space-between; }
	.cut { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
	.hidden { position: absolute; clip-path: inset(50%); }
`;

const draw = (html: string) => page.setContent(`<style>${STYLE}</style>${html}`);

describe("amounts of one list", () => {
	const list = (...rows: readonly string[]) =>
		draw(`<ul>${rows.map((row) => `<li class="row"><span>Send</span>${row}</li>`).join("")}</ul>`);

	it("with one common edge are no fault", async () => {
		await list("<span>1.5 ETH</span>", "<span>$12,000.00</span>", "<span>−0.05 ETH</span>");
		expect(await unevenAmounts(page)).toEqual([]);
	});

	it("with two edges are found", async () => {
		await list("<span>1.5 ETH</span>", '<span style="margin-right: 20px">4,388.20 USDC</span>');
		expect(await unevenAmounts(page)).toEqual(["1.5 ETH ends at 400, 4,388.20 USDC ends at 380"]);
	});

	it("with one common start are no fault", async () => {
		await draw("<ul><li><b>1.5 ETH</b></li><li><b>4,388.20 USDC</b></li></ul>");
		expect(await unevenAmounts(page)).toEqual([]);
	});

	it("are found next to text for screen readers only", async () => {
		await list(
			"<span>1.5 ETH</span>",
			'<span style="margin-right: 20px"><span class="hidden">at stake</span>4,388.20 USDC</span>',
		);
		expect(await unevenAmounts(page)).toHaveLength(1);
	});

	it("inside a sentence are not a column", async () => {
		await draw("<ul><li>Send <b>1.5 ETH</b></li><li>Swap at least <b>4,388.20 USDC</b> now</li></ul>");
		expect(await unevenAmounts(page)).toEqual([]);
	});
});

describe("a row's reason", () => {
	const row = (reason: string, name: string) =>
		draw(`<ul><li class="row" style="width: 200px">
			<span data-reason class="cut" style="${reason}">can spend all your USDC</span>
			<span data-name class="cut" style="${name}">Arbitrum One</span>
		</li></ul>`);

	it("cut next to a whole name is found", async () => {
		await row("flex: 1", "flex-shrink: 0");
		expect(await cutReasons(page)).toEqual(["can spend all your USDC"]);
	});

	it("that is whole next to a cut name is no fault", async () => {
		await row("flex-shrink: 0; width: 240px", "min-width: 0");
		expect(await cutReasons(page)).toEqual([]);
	});

	it("cut below its last line is found", async () => {
		await row(
			"flex: 1; white-space: normal; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2",
			"flex-shrink: 0",
		);
		expect(await cutReasons(page)).toEqual(["can spend all your USDC"]);
	});
});

describe("a focus ring", () => {
	const button = (style = "", name = "Reject") =>
		`<button style="display: block; height: 40px; border: 0; background: #ddd; ${style}">${name}</button>`;

	it("visible on four sides is no fault", async () => {
		await draw(button("margin: 20px"));
		expect(await clippedRings(page)).toEqual([]);
	});

	it("clipped by a box around it is found, with the side", async () => {
		await draw(`<div style="margin: 20px; overflow: hidden; padding: 8px 8px 0">${button()}</div>`);
		expect(await clippedRings(page)).toEqual(["Reject: bottom"]);
	});

	it("covered by the next row is found", async () => {
		await draw(`<div style="margin: 20px">
			<div style="transform: none; position: relative; z-index: 0">${button()}</div>
			<div style="position: relative; z-index: 1; height: 40px; background: white"></div>
		</div>`);
		expect(await clippedRings(page)).toEqual(["Reject: bottom"]);
	});

	it("clipped by the window is found", async () => {
		await draw(button("margin: 20px 20px 20px 0"));
		expect(await clippedRings(page)).toEqual(["Reject: left"]);
	});

	it("drawn inside its element is no fault at an edge", async () => {
		await draw(button("outline-offset: -2px"));
		expect(await clippedRings(page)).toEqual([]);
	});

	it("of content that scrolls into view is no fault", async () => {
		await draw(
			`<div style="margin: 20px; height: 100px; padding: 8px; overflow-y: auto">
				${button("margin-bottom: 11px", "One")}${button("", "Two")}${button("", "Three")}
			</div>`,
		);
		expect(await clippedRings(page)).toEqual([]);
	});

	const unseen = (attributes: string) =>
		`<div style="margin: 20px; position: relative; height: 40px">
			<input type="checkbox" style="position: absolute; width: 18px; height: 18px; opacity: 0" ${attributes}>
		</div>`;

	it("of an input that neither keyboard nor screen reader can reach is no fault", async () => {
		await draw(unseen('tabindex="-1" aria-hidden="true"'));
		expect(await clippedRings(page)).toEqual([]);
	});

	it("of an invisible input that the keyboard can reach is found", async () => {
		await draw(unseen('aria-label="Pay"'));
		expect(await clippedRings(page)).toEqual(["Pay: top, bottom, left, right"]);
	});
});

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { type Browser, chromium } from "playwright";
import { findChromium } from "../host/chromium.ts";
import { drawCases } from "./case-pictures.ts";
import { caseReviews, chosenCases } from "./case-reviews.ts";
import { indexPage, type PictureSet } from "./index-page.ts";
import { buildPages } from "./pages.ts";
import type { Scene } from "./scene.ts";
import { scenes } from "./scenes.ts";
import { type Studio, shoot } from "./shoot.ts";

/** `npm run preview`: a gallery of every screen of both windows, drawn from sample views in place of main. */

const USAGE = `npm run preview -- [options] [parts of scenes' names]
  --every-size   pictures at all sizes that a window can have, not only at its usual one
  --width N      pictures at the sizes of this width only
  --out DIR      where the gallery goes (test-results/preview)
  --list         prints the scenes' names and ends
  --cases        real reviews in place of scenes: the names are parts of ids of test/cases and of the corpus of
                 attacks, or a folder of sets and then parts of ids; each at 560 × 820 in light, as ID.png
Ends with 1 where axe, the pages' policy or their layout give cause for it.`;

/** Number of concurrent scenes: a page mostly waits. */
const AT_ONCE = 3;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		"every-size": { type: "boolean", default: false },
		width: { type: "string" },
		out: { type: "string", default: "test-results/preview" },
		list: { type: "boolean", default: false },
		cases: { type: "boolean", default: false },
		help: { type: "boolean", default: false },
	},
});
const isWanted = ({ name }: Scene) =>
	positionals.length === 0 || positionals.some((part) => name.includes(part));
const wanted = scenes.filter(isWanted);

function wantedSizes(): Studio["sizes"] {
	if (values.width !== undefined) return Number(values.width);
	return values["every-size"] ? "every" : "usual";
}

async function withPages<Result>(
	work: (browser: Browser, pages: string) => Promise<Result>,
): Promise<Result> {
	const pages = await mkdtemp(join(tmpdir(), "countersign-preview-"));
	const browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
	try {
		await buildPages(pages);
		return await work(browser, pages);
	} finally {
		await browser.close();
		await rm(pages, { recursive: true });
	}
}

const makeGallery = (folder: string): Promise<readonly PictureSet[]> =>
	withPages(async (browser, pages) => {
		const studio = { browser, pages, folder, sizes: wantedSizes() };
		const sets = new Map<string, PictureSet>();
		const waiting = [...wanted];
		const work = async () => {
			for (let scene = waiting.shift(); scene !== undefined; scene = waiting.shift()) {
				const set = await shoot(studio, scene);
				sets.set(scene.name, set);
				console.log(`${sets.size}/${wanted.length} ${scene.name}`);
				for (const line of set.wrong) console.log(`  ${line}`);
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, work));
		return wanted.flatMap(({ name }) => sets.get(name) ?? []);
	});

async function makeCases(folder: string): Promise<void> {
	const all = await caseReviews(chosenCases(positionals));
	const drawn = await withPages((browser, pages) => drawCases({ browser, pages, folder }, all));
	console.log(`${drawn} of ${all.length} cases are drawn in ${folder}`);
	process.exitCode = drawn === all.length && drawn > 0 ? 0 : 1;
}

if (values.help) console.log(USAGE);
else if (values.list) for (const { name } of wanted) console.log(name);
else if (values.cases) {
	const folder = resolve(values.out);
	await mkdir(folder, { recursive: true });
	await makeCases(folder);
} else if (wanted.length === 0) {
	console.error(`No scene's name holds ${positionals.join(" or ")}. All of them: npm run preview -- --list`);
	process.exitCode = 1;
} else {
	const folder = resolve(values.out);
	await mkdir(folder, { recursive: true });
	const sets = await makeGallery(folder);
	const index = join(folder, "index.html");
	await writeFile(index, indexPage(sets));
	const count = sets.flatMap(({ wrong }) => wrong).length;
	console.log(count === 0 ? "Nothing was found." : `To look at: ${count}.`);
	console.log(`The gallery: ${pathToFileURL(index).href}`);
	process.exitCode = count === 0 ? 0 : 1;
}

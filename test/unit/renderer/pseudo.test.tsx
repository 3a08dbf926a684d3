import { Tooltip } from "radix-ui";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PUBLIC_NETWORKS } from "../../../src/core/chain/public-rpcs.ts";
import { plain as marked } from "../../../src/core/format/plain.ts";
import type { TranscriptView } from "../../../src/ipc/conversations.ts";
import type { DeskBridge, DeskView, TrustedBridge, TrustedView } from "../../../src/ipc/windows.ts";
import { Desk, LAZY_PARTS } from "../../../src/renderer/desk/desk.tsx";
import { AnnouncerProvider } from "../../../src/renderer/state/announcer.tsx";
import { CopyProvider } from "../../../src/renderer/state/copy.tsx";
import { DESK_ROUTES, DeskContext, type DeskRoute } from "../../../src/renderer/state/desk.tsx";
import { DeskStore } from "../../../src/renderer/state/desk-store.ts";
import { TrustedContext } from "../../../src/renderer/state/trusted.tsx";
import { laterScreens, TrustedWindow } from "../../../src/renderer/trusted/trusted-window.tsx";
import { en } from "../../../src/text/en/index.ts";
import { usePatterns } from "../../../src/text/index.ts";
import { scenes } from "../../preview/scenes.ts";
import { pseudo } from "../../support/pseudo.ts";

const nothing = () => {};
const unsent = (): never => {
	throw new Error("no command is sent while a page is drawn");
};
const deskBridge: DeskBridge = { call: unsent, onPush: () => nothing };
const trustedBridge: TrustedBridge = { call: unsent, onPush: () => nothing };

const rendered = (window: ReactNode): string =>
	renderToStaticMarkup(
		<CopyProvider copy={unsent}>
			<Tooltip.Provider>
				<AnnouncerProvider>{window}</AnnouncerProvider>
			</Tooltip.Provider>
		</CopyProvider>,
	);

const trusted = (view: TrustedView): string =>
	rendered(
		<TrustedContext.Provider value={{ bridge: trustedBridge, view }}>
			<TrustedWindow />
		</TrustedContext.Provider>,
	);

function desk(view: DeskView, place: DeskRoute, transcript: TranscriptView | null) {
	const [entry] = view.inbox;
	const value = {
		bridge: deskBridge,
		store: new DeskStore({ view, transcript }),
		route: place,
		go: nothing,
		part: null,
		sessionId: transcript?.sessionId ?? null,
		choice: { entryId: entry?.id ?? null, sessionId: null },
		choose: nothing,
		openSession: nothing,
		begun: 0,
		reading: true,
		isStopping: false,
		setStopping: () => {},
		listSessions: nothing,
		watch: nothing,
	};
	return rendered(
		<DeskContext.Provider value={value}>
			<Desk />
		</DeskContext.Provider>,
	);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
const plain = (html: string) =>
	html.replace(/&(amp|lt|gt|quot|#x27);/g, (all, name: string) => ENTITIES[name] ?? all);

/** Returns the texts of a page in order, and the texts of its accessible attributes. */
function shown(html: string): { readonly texts: readonly string[]; readonly said: readonly string[] } {
	const texts = html.replace(/<(style|svg)\b.*?<\/\1>/gs, "").split(/<[^>]*>/);
	const said = [...html.matchAll(/ (?:aria-label|title|placeholder|alt)="([^"]*)"/g)];
	return { texts: texts.map(plain), said: said.map(([, text]) => plain(text ?? "")) };
}

/**
 * Returns the text outside the brackets that the pseudo-locale puts around every catalogue text. A bracketed text may
 * continue in another node.
 */
function outside(texts: readonly string[]): readonly string[] {
	let depth = 0;
	return texts.map((text) => {
		let rest = "";
		for (const char of text) {
			if (char === "⟦") depth += 1;
			else if (char === "⟧") depth -= 1;
			else if (depth === 0) rest += char;
		}
		return rest;
	});
}

/** Lists the sample's texts, with white space as on a page. */
function valuesOf(value: unknown): readonly string[] {
	if (typeof value === "string") return [value.replace(/\s+|\\n/g, " ")];
	return typeof value === "object" && value !== null ? Object.values(value).flatMap(valuesOf) : [];
}

/** Names of third parties, which are not translated. */
const NAMES = new Set([
	...["EVM", "JSON"],
	...PUBLIC_NETWORKS.flatMap(({ name, rpcs }) => [
		name,
		...rpcs.flatMap(({ url, operator }) => [new URL(url).host, operator]),
	]),
]);
const DATE = /^\d{1,2} [A-Z][a-z]{2,3} \d{4}(, [\d:]+)?$/;

/** Returns the parts of a text that neither occur in the sample nor are derived from it. */
function strange(text: string, data: string): readonly string[] {
	const parts = text
		.replace(/\s+/g, " ")
		.split(/ · |^[·:,.]|[·:,]$/)
		.map((part) => part.trim())
		.filter((part) => /[A-Za-z]{2}/.test(part));
	const isKnown = (part: string) => data.includes(part) || NAMES.has(part) || DATE.test(part);
	return parts.filter((part) => {
		if (isKnown(part)) return false;
		// Shortened, numbered or grouped: each piece occurs in the sample.
		const pieces = part.split(/…|, | (?=[\d.]+$)/).map((piece) => piece.trim().replace(/[()/]+$/, ""));
		if (
			pieces.length > 1 &&
			pieces.every((piece) => piece === "" || /^[\d.]+$/.test(piece) || isKnown(piece))
		)
			return false;
		if (/^[0-9a-f ]+$/.test(part) && data.includes(part.replaceAll(" ", ""))) return false;
		return !isKnown(part.replace(/\/$/, ""));
	});
}

function strangeOf(page: string, data: string): readonly string[] {
	const { texts, said } = shown(page);
	const rest = [...outside(texts), ...said.flatMap((text) => outside([text]))];
	return rest.flatMap((text) => strange(text, data));
}

describe("the windows in the pseudo-locale", () => {
	let back = nothing;
	beforeAll(async () => {
		back = usePatterns(pseudo(en));
		await Promise.all([...LAZY_PARTS, laterScreens].map((later) => later.load()));
	});
	afterAll(() => back());

	it("show only catalogue texts of ours", () => {
		const drawnOnce = new Map(scenes.map((scene) => [JSON.stringify(scene.script), scene]));
		const found = [...drawnOnce.values()].flatMap(({ name, script }) => {
			const [transcript = null] = script.transcripts;
			const { desk: view } = script;
			const pages = [
				...(script.trusted === null ? [] : [trusted(script.trusted)]),
				...(view === null ? [] : DESK_ROUTES.map((place) => desk(view, place, transcript))),
			];
			// A nested text that can't be marked appears as its code.
			const values = valuesOf(script);
			const data = [...values, ...values.map((value) => marked(value, 500))].join("\n");
			return pages.flatMap((page) => strangeOf(page, data)).map((text) => `${name}: ${text}`);
		});
		expect([...new Set(found)]).toEqual([]);
	});

	it("would reveal any other text", () => {
		expect(strange("Approve", "")).toEqual(["Approve"]);
		expect(outside(["⟦Áppŕóvé ", "0xab", " ñóŵ⟧ plain"]).join("|")).toBe("|| plain");
	});
});

import type { TypedData, TypedNode } from "../match/typed-data/reading.ts";
import { orIfThrown } from "../or-if-thrown.ts";

/**
 * Recognizes the permit that lets the service sign on a wallet's behalf, possibly without asking. It is
 * recognized by its field names, because the service publishes the fields but not the EIP-712 type
 * (docs/service-api/sign-in.md#permit-to-sign).
 */

export interface TokenLimit {
	readonly chainRef: string | null;
	readonly token: string;
	/** `null` if the limit is unreadable or missing. */
	readonly most: bigint | null;
}

/** Limits for each request, not for the total. `null` means no limit. */
interface SigningLimits {
	readonly chainRefs: readonly string[] | null;
	readonly recipients: readonly string[] | null;
	readonly nativeMost: bigint | null;
	readonly tokens: readonly TokenLimit[] | null;
}

export type SigningMode = "automatic" | "asking" | "link" | "unknown";

export interface SigningPermit {
	readonly mode: SigningMode;
	readonly statedMode: string | null;
	readonly account: string | null;
	readonly wallet: string | null;
	/** Unix time in seconds. `null` if the permit doesn't state an expiry. */
	readonly until: bigint | null;
	readonly limits: SigningLimits;
	/** The permit contains only a hash of the limits, which hides their values. */
	readonly isHashed: boolean;
}

type Value = string | readonly Value[] | Level;
/** Fields by name, in lowercase and without separators. */
interface Level extends ReadonlyMap<string, Value> {}

const keyOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

const isList = (value: Value | undefined): value is readonly Value[] => Array.isArray(value);
const isLevel = (value: Value | undefined): value is Level => value instanceof Map;

const MODES: ReadonlyMap<string, SigningMode> = new Map([
	["auto", "automatic"],
	["automatic", "automatic"],
	["autonomous", "automatic"],
	["clientauto", "automatic"],
	["manual", "asking"],
	["humansync", "asking"],
	["denied", "asking"],
	["bind", "link"],
]);

const NAMES = ["account", "chaintype", "wallet", "mode", "version", "expiry"];
const FEWEST_NAMES = 4;
const HASHES = ["constraintshash", "constrainthash", "executionconstraintshash", "limitshash"];
const CONSTRAINTS = ["executionconstraints", "constraints", "limits"];
/** Fields that only this permit has. */
const PERMIT_ONLY_NAMES = ["executionconstraints", "executionconstraintshash", "transactionsafetygeneric"];

const SERVICE = /aomi/i;
const POWER = /authori[sz]|delegat|permit|sign(?:ing|er)|mode/i;
const TITLE = /\baomi\b.{0,40}\bauthori[sz]ation\b/i;

function isPermit(level: Level, title: string): boolean {
	const found = NAMES.filter((name) => level.has(name)).length;
	if (level.has("mode") && (level.has("wallet") || level.has("account")) && found >= FEWEST_NAMES)
		return true;
	if (PERMIT_ONLY_NAMES.some((name) => level.has(name))) return true;
	const names = [title, ...level.keys()].join(" ");
	if (HASHES.some((name) => level.has(name)) && POWER.test(names)) return true;
	return SERVICE.test(title) && POWER.test(title);
}

function textAt(level: Level, names: readonly string[]): string | null {
	for (const name of names) {
		const value = level.get(name);
		if (typeof value === "string" && value.trim() !== "") return value.trim();
	}
	return null;
}

const wholeOf = (value: Value | null | undefined): bigint | null =>
	typeof value === "string" && /^(?:[0-9]{1,80}|0x[0-9a-f]{1,64})$/i.test(value.trim())
		? BigInt(value.trim())
		: null;

function listAt(level: Level, names: readonly string[]): readonly Value[] | null {
	const found = names.map((name) => level.get(name)).find((value) => value !== undefined);
	if (found === undefined) return null;
	if (isList(found)) return found.length === 0 ? null : found;
	return found === "" ? null : [found];
}

const textsOf = (values: readonly Value[] | null): readonly string[] | null =>
	values?.filter((value) => typeof value === "string") ?? null;

const tokenLimit = (value: Value): TokenLimit[] =>
	isLevel(value)
		? [
				{
					chainRef: textAt(value, ["chainid", "chain"]),
					token: textAt(value, ["token", "asset", "address"]) ?? "",
					most: wholeOf(textAt(value, ["maxamount", "amount", "max"])),
				},
			]
		: [];

function limitsIn(level: Level): SigningLimits {
	const inner = CONSTRAINTS.map((name) => level.get(name)).find(isLevel) ?? level;
	const native = wholeOf(textAt(inner, ["maxnativevaluewei", "maxnativevalue"]));
	return {
		chainRefs: textsOf(listAt(inner, ["chainids", "networks", "chains"])),
		recipients: textsOf(listAt(inner, ["recipients", "allowedrecipients"])),
		nativeMost: native,
		tokens: listAt(inner, ["tokentransfers", "tokens"])?.flatMap(tokenLimit) ?? null,
	};
}

const isEmptyHash = (text: string): boolean => /^(?:0x)?0*$/i.test(text);

function permitOf(level: Level): SigningPermit {
	const statedMode = textAt(level, ["mode", "signingmode"]);
	const limits = limitsIn(level);
	const hash = textAt(level, HASHES);
	const isStated = Object.values(limits).some((limit) => limit !== null);
	return {
		mode: (statedMode === null ? undefined : MODES.get(keyOf(statedMode))) ?? "unknown",
		statedMode,
		account: textAt(level, ["account"]),
		wallet: textAt(level, ["wallet", "address"]),
		until: wholeOf(textAt(level, ["expiry", "expiresat", "expires"])),
		limits,
		isHashed: hash !== null && !isEmptyHash(hash) && !isStated,
	};
}

function levelsIn(value: Value): readonly Level[] {
	if (isList(value)) return value.flatMap(levelsIn);
	return isLevel(value) ? [value, ...[...value.values()].flatMap(levelsIn)] : [];
}

function valueOfNode({ type, value, children }: TypedNode): Value {
	if (value !== null) return value;
	return type.endsWith("]") ? children.map(valueOfNode) : levelOfNodes(children);
}

const levelOfNodes = (nodes: readonly TypedNode[]): Level =>
	new Map(nodes.map((node) => [keyOf(node.name), valueOfNode(node)]));

function valueOfJson(json: unknown): Value {
	if (Array.isArray(json)) return json.map(valueOfJson);
	if (typeof json === "object" && json !== null)
		return new Map(Object.entries(json).map(([name, value]) => [keyOf(name), valueOfJson(value)]));
	return json === null || json === undefined ? "" : String(json);
}

const MAX_TEXT = 20_000;

function jsonIn(text: string): Value | null {
	const from = text.indexOf("{");
	const to = text.lastIndexOf("}");
	if (from === -1 || to < from || text.length > MAX_TEXT) return null;
	return orIfThrown(null, () => valueOfJson(JSON.parse(text.slice(from, to + 1))));
}

const LINE = /^\s*[-*]?\s*([A-Za-z][A-Za-z _-]{1,40}?)\s*[:=]\s*(.+?)\s*$/;

/** Values form a list if they come from several lines with the same name, or from one line with commas. */
function levelOfLines(text: string): Level {
	const level = new Map<string, Value>();
	for (const line of text.slice(0, MAX_TEXT).split("\n")) {
		const [, name, value] = LINE.exec(line) ?? [];
		if (name === undefined || value === undefined) continue;
		level.set(keyOf(name), value.includes(",") ? value.split(",").map((each) => each.trim()) : value);
	}
	return level;
}

const plainLetters = (text: string): string => text.normalize("NFKC").replace(/\p{Cf}/gu, "");

export function signingPermitInText(stated: string): SigningPermit | null {
	const text = plainLetters(stated);
	const json = jsonIn(text);
	const level = json === null ? undefined : levelsIn(json).find((each) => isPermit(each, ""));
	if (level !== undefined) return permitOf(level);
	const lines = levelOfLines(text);
	return TITLE.test(text) || isPermit(lines, "") ? permitOf(lines) : null;
}

function textsIn(nodes: readonly TypedNode[]): readonly string[] {
	return nodes.flatMap(({ type, value, children }) =>
		value === null ? textsIn(children) : type === "string" ? [value] : [],
	);
}

/** Returns the permit if the typed data is one, or contains one in a field. */
export function signingPermitIn({ domain, primaryType, tree }: TypedData): SigningPermit | null {
	const title = plainLetters(`${domain.name ?? ""} ${primaryType}`);
	const root = levelOfNodes(tree);
	const level = levelsIn(root).find((each) => isPermit(each, each === root ? title : ""));
	if (level !== undefined) return permitOf(level);
	return (
		textsIn(tree)
			.map(signingPermitInText)
			.find((permit) => permit !== null) ?? null
	);
}

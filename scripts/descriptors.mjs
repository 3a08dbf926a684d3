/**
 * Writes the bundled contract descriptions (ERC-7730): `node scripts/descriptors.mjs REGISTRY COMMIT DATE
 * [--all] [--out FILE]`. REGISTRY is a checkout of ethereum/clear-signing-erc7730-registry, COMMIT is its
 * current commit, and DATE is the commit's date. `--all` keeps every chain, for the conformance run. Run it
 * by hand to update the data, and check the changes before you commit them.
 *
 * The script merges includes, resolves definitions and groups, and stores identical functions once. If a file
 * contains an unknown key, format or parameter, the script omits the whole file and lists it at the top of
 * the output. It deliberately drops $schema, $id, ABIs, `info`, `token` (the app has its own token data) and
 * `interpolatedIntent` (a sentence that may omit fields).
 */

import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import canonicalize from "canonicalize";
import {
	encodePacked,
	keccak256,
	parseAbiItem,
	recoverTypedDataAddress,
	stringToBytes,
	stringToHex,
	toFunctionSelector,
	zeroAddress,
} from "viem";
import * as z from "zod";

const REPOSITORY = "https://github.com/ethereum/clear-signing-erc7730-registry";

/**
 * The chains in src/core/chain/names.ts except the local one, the chains of the bundled tokens, and more L2s.
 */
const CHAINS = [
	1, 10, 56, 100, 130, 137, 252, 324, 480, 1868, 5000, 8453, 34443, 42161, 42220, 43114, 57073, 59144, 81457,
	84532, 534352, 7777777, 11155111,
];

/**
 * Required values of an attestation: Ethereum's attestation service, and the schema "hash of a descriptor".
 */
const EAS = "0xa1207f3bba224e2c9c3c6d5af63d0eb1582ce587";
const SCHEMA = "0xe023eef113c1670774801c34b377fdf612dd8a4d2fa92fe382e15bd91fafb5c2";

const MAX_ARRAY_DEPTH = 4;
const PATH = /^(?:@\.(?:from|to|value|chainId)|\$\.metadata\.constants\.\w+|(?:#\.)?[\w.[\]:-]+)$/;

const text = z.string().min(1).max(200);
const path = z.string().max(200).regex(PATH);
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const constant = z.union([address, z.string().regex(/^\$\.metadata\.constants\.\w+$/)]);
const listed = (item) => z.union([item, z.array(item).max(16)]);
const strings = z.array(z.string().max(32)).max(16);

/** Known formats and their parameters. A file that uses any others is omitted. */
const PARAMS = {
	raw: z.strictObject({}),
	amount: z.strictObject({}),
	tokenAmount: z.strictObject({
		tokenPath: path.optional(),
		token: constant.optional(),
		nativeCurrencyAddress: listed(constant).optional(),
		threshold: z.string().max(80).optional(),
		message: text.optional(),
	}),
	nftName: z.strictObject({ collectionPath: path.optional(), collection: constant.optional() }),
	date: z.strictObject({ encoding: z.enum(["timestamp", "blockheight"]) }),
	duration: z.strictObject({}),
	unit: z.strictObject({
		base: z.string().max(40),
		decimals: z.int().min(0).max(77).optional(),
		prefix: z.boolean().optional(),
	}),
	enum: z.strictObject({ $ref: z.string().regex(/^\$\.metadata\.enums\.\w+$/) }),
	addressName: z.strictObject({
		types: strings.optional(),
		sources: strings.optional(),
		senderAddress: listed(constant).optional(),
	}),
	calldata: z.strictObject({
		calleePath: path.optional(),
		callee: constant.optional(),
		amountPath: path.optional(),
		spenderPath: path.optional(),
	}),
};

const anyField = z.strictObject({
	$id: z.string().optional(),
	$ref: z.string().optional(),
	path: path.optional(),
	value: text.optional(),
	label: text.optional(),
	format: z.string().optional(),
	params: z.record(z.string(), z.unknown()).optional(),
	visible: z.enum(["always", "never", "optional"]).optional(),
	get fields() {
		return z.array(anyField).optional();
	},
});

const deployments = z
	.array(z.strictObject({ chainId: z.int().positive(), address }))
	.min(1)
	.max(2000);

const descriptor = z.strictObject({
	$schema: z.string(),
	context: z.strictObject({
		$id: z.string().optional(),
		contract: z.strictObject({ deployments, abi: z.unknown().optional() }).optional(),
		eip712: z
			.strictObject({
				deployments,
				domain: z.strictObject({ name: text.optional(), version: text.optional() }).optional(),
				schemas: z.unknown().optional(),
			})
			.optional(),
	}),
	metadata: z.strictObject({
		owner: text.optional(),
		contractName: text.optional(),
		info: z.strictObject({ url: z.string().optional(), deploymentDate: z.string().optional() }).optional(),
		token: z.strictObject({ name: z.string(), ticker: z.string(), decimals: z.int() }).optional(),
		constants: z.record(z.string().regex(/^\w+$/), z.union([text, z.int()])).optional(),
		enums: z.record(z.string().regex(/^\w+$/), z.record(z.string(), text)).optional(),
	}),
	display: z.strictObject({
		definitions: z.record(z.string(), anyField).optional(),
		formats: z.record(
			z.string().max(4000),
			z.strictObject({
				$id: z.string().optional(),
				intent: text.optional(),
				interpolatedIntent: z.string().optional(),
				fields: z.array(anyField).max(200),
			}),
		),
	}),
});

const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Merges fields as specified by ERC-7730: fields with the same path are merged, and the others are appended.
 */
function mergeFields(included, including) {
	const merged = included.map((field) => {
		const own = including.find(({ path }) => path !== undefined && path === field.path);
		return own === undefined ? field : merge(field, own);
	});
	const known = new Set(included.map(({ path }) => path).filter((path) => path !== undefined));
	return [...merged, ...including.filter(({ path }) => !known.has(path))];
}

function merge(included, including) {
	const merged = { ...included };
	for (const [key, value] of Object.entries(including)) {
		const under = merged[key];
		if (key === "fields" && Array.isArray(under) && Array.isArray(value))
			merged[key] = mergeFields(under, value);
		else merged[key] = isRecord(under) && isRecord(value) ? merge(under, value) : value;
	}
	return merged;
}

const readJson = async (file) => JSON.parse(await readFile(file, "utf8"));

async function readMerged(file, depth = 0) {
	if (depth > 4) throw new Error("includes too deep");
	const { includes, ...own } = await readJson(file);
	if (includes === undefined) return own;
	return merge(await readMerged(join(dirname(file), includes), depth + 1), own);
}

const isRooted = (path) => /^[#@$]\./.test(path);
const joined = (prefix, path) =>
	isRooted(path) || prefix === "" ? path.replace(/^#\./, "") : `${prefix}.${path}`;

/**
 * Yields each field in the stored format, with resolved definitions, absolute paths and without default
 * values.
 */
function* flat(fields, definitions, prefix, group = null) {
	for (const each of fields) {
		if (each.fields !== undefined) {
			const unknownKey = Object.keys(each).find((key) => !["$id", "path", "fields"].includes(key));
			if (unknownKey !== undefined || each.path === undefined)
				throw new Error(`group with ${unknownKey ?? "no path"}`);
			const inner = joined(prefix, each.path);
			yield* flat(each.fields, definitions, inner, group ?? (inner.includes("[") ? inner : null));
			continue;
		}
		const { $ref, ...own } = each;
		const name = /^\$\.display\.definitions\.(\w+)$/.exec($ref ?? "")?.[1];
		if ($ref !== undefined && definitions[name] === undefined) throw new Error(`unknown definition ${$ref}`);
		const whole = name === undefined ? own : merge(definitions[name], own);
		const { path, value, label, format = "raw", params = {}, visible } = whole;
		if ((path === undefined) === (value === undefined)) throw new Error("neither path nor value, or both");
		if (label === undefined) throw new Error("field without a label");
		if (value !== undefined && format !== "raw") throw new Error(`constant in format ${format}`);
		if (PARAMS[format] === undefined) throw new Error(`unknown format ${format}`);
		const parsed = PARAMS[format].parse(params);
		for (const [key, of] of Object.entries(parsed))
			if (key.endsWith("Path")) parsed[key] = joined(prefix, of);
		yield {
			...(path === undefined ? { value } : { path: joined(prefix, path) }),
			label,
			...(group === null ? {} : { group }),
			...(format === "raw" ? {} : { format }),
			...(Object.keys(parsed).length === 0 ? {} : { params: parsed }),
			...(visible === "never" || visible === "optional" ? { visible } : {}),
		};
	}
}

function arrayDepth(key) {
	return Math.max(0, ...[...key.matchAll(/((?:\[\d*\])+)/g)].map(([of]) => of.split("[").length - 1));
}

/** Converts "True" and "False", which some files use, to lower case. */
const spelt = (words) =>
	Object.fromEntries(
		Object.entries(words).map(([value, word]) => [
			value.replace(/^(?:True|False)$/, (of) => of.toLowerCase()),
			word,
		]),
	);

function normalise(file, merged, chains) {
	const { context, metadata, display } = descriptor.parse(merged);
	const { contract, eip712 } = context;
	if ((contract === undefined) === (eip712 === undefined))
		throw new Error("neither contract nor eip712, or both");
	const kind = contract === undefined ? "message" : "call";
	const supported = (contract ?? eip712).deployments.filter(
		({ chainId }) => chains === null || chains.includes(chainId),
	);
	const byChain = Object.groupBy(supported, ({ chainId }) => chainId);
	const formats = Object.entries(display.formats).map(([key, { intent = null, fields }]) => {
		if (arrayDepth(key) > MAX_ARRAY_DEPTH) throw new Error("arrays too deep");
		const selector = kind === "call" ? { selector: toFunctionSelector(parseAbiItem(`function ${key}`)) } : {};
		return { key, ...selector, intent, fields: [...flat(fields, display.definitions ?? {}, "")] };
	});
	if (kind === "call" && new Set(formats.map(({ selector }) => selector)).size !== formats.length)
		throw new Error("one function twice");
	const used = JSON.stringify(formats);
	const usedOnly = (facts, group) =>
		Object.fromEntries(
			Object.entries(facts ?? {}).filter(([name]) => used.includes(`"$.metadata.${group}.${name}"`)),
		);
	return {
		file,
		kind,
		owner: metadata.owner ?? null,
		contractName: metadata.contractName ?? null,
		deployments: Object.fromEntries(
			Object.entries(byChain).map(([chain, of]) => [
				chain,
				[...new Set(of.map(({ address }) => address.toLowerCase()))].sort(),
			]),
		),
		domain: eip712?.domain ?? {},
		constants: usedOnly(metadata.constants, "constants"),
		enums: Object.fromEntries(
			Object.entries(usedOnly(metadata.enums, "enums")).map(([name, words]) => [name, spelt(words)]),
		),
		formats,
	};
}

const sameHex = (left, right) => left.toLowerCase() === right.toLowerCase();

/**
 * Returns the UID of an off-chain attestation (version 2), which the service uses to report whether it was
 * revoked.
 */
function uidOf({ version, schema, recipient, time, revocable, refUID, data, salt }) {
	const types = "uint16 bytes address address uint64 uint64 bool bytes32 bytes bytes32 uint32".split(" ");
	const values = [
		version,
		stringToHex(schema),
		recipient,
		zeroAddress,
		BigInt(time),
		0n,
		revocable,
		refUID,
		data,
		salt,
		0,
	];
	return keccak256(encodePacked(types, values));
}

/**
 * Reads an off-chain attestation. It signs the hash of the file as written. If the file includes another,
 * only that file's path is signed and not its content, so `whole` is set only if there are no includes.
 * Throws if the hash or the signature doesn't match.
 */
async function attestationOf(file, descriptor) {
	const { sig, signer } = await readJson(file);
	const { domain, types, message, signature, uid } = sig;
	if (!sameHex(domain.verifyingContract, EAS) || domain.chainId !== "1" || sig.primaryType !== "Attest")
		throw new Error("not of the attestation service");
	if (!sameHex(message.schema, SCHEMA)) throw new Error("of another schema");
	if (message.data !== keccak256(stringToBytes(canonicalize(descriptor))))
		throw new Error("of another descriptor");
	if (message.expirationTime !== "0") throw new Error("with an end");
	if (uid !== uidOf(message)) throw new Error("of another uid");
	const recovered = await recoverTypedDataAddress({
		domain: { ...domain, chainId: 1 },
		types,
		primaryType: "Attest",
		message: { ...message, time: BigInt(message.time), expirationTime: 0n },
		signature: { r: signature.r, s: signature.s, yParity: signature.v - 27 },
	});
	if (!sameHex(recovered, signer)) throw new Error("not by its signer");
	const whole = descriptor.includes === undefined;
	return { signer: signer.toLowerCase(), uid, time: Number(message.time), whole };
}

async function filesUnder(folder) {
	const found = await readdir(folder, { recursive: true });
	return found.filter((file) => file.endsWith(".json")).sort();
}

const reasonOf = (error) =>
	error instanceof z.ZodError
		? error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)[0]
		: error.message;

async function readRegistry(registry, chains) {
	const all = await filesUnder(join(registry, "registry"));
	const sigs = all.filter((file) => file.includes("/sigs/"));
	const files = all.filter((file) => !/\/(?:sigs|tests|testsv2)\//.test(file));
	const found = [];
	const leftOut = [];
	let verified = 0;
	for (const each of files) {
		const file = `registry/${each}`;
		try {
			const merged = await readMerged(join(registry, file));
			// A file that is only included by others describes no contract itself.
			const { contract, eip712 } = merged.context ?? {};
			if ((contract ?? eip712)?.deployments === undefined) continue;
			const one = normalise(file, merged, chains);
			const own = await readJson(join(registry, file));
			const stem = `${dirname(each)}/sigs/${basename(each, ".json")}.eip155-`;
			const attestations = [];
			for (const sig of sigs.filter((name) => name.startsWith(stem))) {
				attestations.push(await attestationOf(join(registry, "registry", sig), own));
				verified += 1;
			}
			found.push({ ...one, attestations });
		} catch (error) {
			leftOut.push({ file, reason: reasonOf(error).slice(0, 160) });
		}
	}
	return { found, leftOut, verified, stated: sigs.length };
}

const isAttested = ({ attestations }) => attestations.some(({ whole }) => whole);

/**
 * Resolves conflicts between two descriptors for the same function of a contract. An attested one wins;
 * otherwise, both are dropped.
 */
function withoutRivals(found, leftOut) {
	const claims = new Map();
	const keysOf = (one) =>
		Object.entries(one.deployments).flatMap(([chain, addresses]) =>
			addresses.flatMap((address) =>
				one.formats.map(({ key, selector }) => ({
					format: key,
					claim: [one.kind, chain, address, selector ?? key, canonicalize(one.domain)].join(" "),
				})),
			),
		);
	for (const one of found)
		for (const { claim, format } of keysOf(one))
			claims.set(claim, [...(claims.get(claim) ?? []), { one, format }]);
	const dropped = new Map();
	for (const rivals of claims.values()) {
		if (rivals.length === 1) continue;
		const attested = rivals.filter(({ one }) => isAttested(one));
		for (const rival of rivals)
			if (attested.length !== 1 || rival !== attested[0])
				dropped.set(rival.one, (dropped.get(rival.one) ?? new Set()).add(rival.format));
	}
	for (const [one, formats] of dropped)
		for (const format of [...formats].sort())
			leftOut.push({ file: one.file, reason: `described twice: ${format.slice(0, 100)}` });
	return found.map((one) => ({
		...one,
		formats: one.formats.filter(({ key }) => dropped.get(one)?.has(key) !== true),
	}));
}

async function auditorsOf(registry) {
	const folder = join(registry, "auditors");
	const profiles = (await filesUnder(folder)).filter((file) => file.endsWith("/profile.json"));
	const read = await Promise.all(profiles.map((file) => readJson(join(folder, file))));
	return Object.fromEntries(
		read.map(({ id, name, organization }) => [id.split(":").at(-1).toLowerCase(), { name, organization }]),
	);
}

/** Formats a list with one item per line, so that a diff shows what changed. */
const lines = (items) => `[\n${items.map((item) => canonicalize(item)).join(",\n")}\n]`;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { all: { type: "boolean", default: false }, out: { type: "string" } },
});
const [registry, commit, date] = positionals;
if (date === undefined)
	throw new Error("usage: node scripts/descriptors.mjs REGISTRY COMMIT DATE [--all] [--out FILE]");
const { found, leftOut, verified, stated } = await readRegistry(registry, values.all ? null : CHAINS);
const remaining = withoutRivals(found, leftOut).filter(
	({ formats, deployments }) => formats.length > 0 && Object.keys(deployments).length > 0,
);

const pool = new Map();
const descriptors = remaining.map(({ formats, ...one }) => ({
	...one,
	formats: formats.map((format) => {
		const canonical = canonicalize(format);
		if (!pool.has(canonical)) pool.set(canonical, { at: pool.size, format });
		return pool.get(canonical).at;
	}),
}));
const formats = [...pool.values()].map(({ format }) => format);
const auditors = await auditorsOf(registry);
const head = {
	repository: REPOSITORY,
	commit,
	date,
	sha256: createHash("sha256").update(canonicalize({ auditors, descriptors, formats })).digest("hex"),
	counts: {
		descriptors: descriptors.length,
		formats: formats.length,
		contracts: descriptors.flatMap(({ deployments }) => Object.values(deployments).flat()).length,
		attested: descriptors.filter(isAttested).length,
		attestedInPart: descriptors.filter((one) => one.attestations.length > 0 && !isAttested(one)).length,
		leftOut: leftOut.length,
	},
	leftOut,
};
const file = `{\n"head":${JSON.stringify(head, null, 1)},\n"auditors":${canonicalize(auditors)},\n"descriptors":${lines(descriptors)},\n"formats":${lines(formats)}\n}\n`;
await writeFile(
	values.out ?? new URL("../src/core/published-descriptors/erc7730/data.json", import.meta.url),
	file,
);
console.log(`${JSON.stringify(head.counts)} attestations ${verified} of ${stated}, ${file.length} bytes`);
for (const { file: name, reason } of leftOut) console.log(`omitted ${name}: ${reason}`);

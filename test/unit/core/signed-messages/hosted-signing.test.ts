import { base64 } from "@scure/base";
import { describe, expect, it } from "vitest";
import { OTHER, SIGNER, TOKEN, VAULT } from "../match/honest.ts";
import {
	cowOrder,
	delegation,
	END,
	type Json,
	mail,
	members,
	permitBatch,
	safeTransaction,
	seaportOrder,
	snapshotProfile,
	type Typed,
	permit as tokenPermit,
	uniswapOrder,
} from "../match/typed-samples.ts";
import { analyzePayload, analyzeTyped, ids, valuesOf } from "./scene.ts";

/** The permit that lets the service sign, in the forms in which it may arrive. */

const NAMES = "string account,string chain_type,address wallet,string mode,uint64 version,uint64 expiry";
const HASH = `0x${"5c".repeat(32)}`;

const values = (patch: Readonly<Record<string, Json>> = {}): Readonly<Record<string, Json>> => ({
	account: "acct-1",
	chain_type: "evm",
	wallet: SIGNER,
	mode: "auto",
	version: "3",
	expiry: String(END),
	...patch,
});

const permit = (
	patch: Readonly<Record<string, Json>> = {},
	more = "",
	types: Typed["types"] = {},
): Typed => ({
	types: { Permit: members(`${NAMES}${more}`), ...types },
	primaryType: "Permit",
	domain: { name: "Aomi Authorization", version: "1" },
	message: values(patch),
});

const found = (analysis: ReturnType<typeof analyzeTyped>) =>
	analysis.findings.find(({ id }) => id === "hosted-signing");
const modeOf = (analysis: ReturnType<typeof analyzeTyped>) => found(analysis)?.text.params?.["mode"];
const rows = (analysis: ReturnType<typeof analyzeTyped>, name: string) =>
	valuesOf(analysis, `message.row.signing-${name}`);

describe("the permit to sign without asking", () => {
	it("is a danger with a typed word, and is described", () => {
		const analysis = analyzeTyped(permit());
		expect(found(analysis)).toMatchObject({ severity: "danger", needsWord: true });
		expect(modeOf(analysis)).toBe("auto");
		expect(analysis.needsWord).toBe(true);
		expect(analysis.headline.text).toMatchObject({ code: "message.signing.headline" });
		expect(ids(analysis)).toContain("unknown-typed-data");
	});

	it.each([
		["auto", "auto"],
		["autonomous", "auto"],
		["client_auto", "auto"],
		["manual", "asks"],
		["human_sync", "asks"],
		["denied", "asks"],
		["bind", "link"],
		["yolo", "unknown"],
	])("in the mode %s is read as %s, and is a danger all the same", (mode, read) => {
		const analysis = analyzeTyped(permit({ mode }));
		expect(modeOf(analysis)).toBe(read);
		expect(found(analysis)).toMatchObject({ severity: "danger", needsWord: true });
	});

	it("without limits says that it has none", () => {
		const analysis = analyzeTyped(permit());
		const none = (code: string) => [expect.stringContaining(code)];
		expect(rows(analysis, "networks")).toEqual(none("message.every-chain"));
		expect(rows(analysis, "recipients")).toEqual(none("message.signing.anybody"));
		expect(rows(analysis, "native")).toEqual(none("message.signing.unlimited"));
		expect(rows(analysis, "tokens")).toEqual(none("message.signing.unlimited"));
		const limits = analysis.rows.filter(({ label }) =>
			/signing-(?:networks|recipients|native|tokens)$/.test(label.code),
		);
		expect(limits.map(({ tone }) => tone)).toEqual(["danger", "danger", "danger", "danger"]);
	});

	it("names networks, recipients, amounts and the end", () => {
		const types = {
			Constraints: members(
				"uint256[] chainIds,address[] recipients,uint256 maxNativeValueWei,TokenTransfer[] tokenTransfers",
			),
			TokenTransfer: members("uint256 chainId,address token,uint256 maxAmount"),
		};
		const execution_constraints = {
			chainIds: ["8453", "1"],
			recipients: [VAULT, OTHER],
			maxNativeValueWei: "1500000000000000000",
			tokenTransfers: [{ chainId: "8453", token: TOKEN, maxAmount: "25000000" }],
		};
		const typed = permit({ execution_constraints }, ",Constraints execution_constraints", types);
		const analysis = analyzeTyped(typed);
		expect(
			analysis.rows
				.filter(({ label }) => label.code === "message.row.signing-networks")
				.map(({ value }) => value),
		).toEqual(["Base", "Ethereum"]);
		expect(rows(analysis, "recipients")).toHaveLength(2);
		expect(rows(analysis, "native").join()).toContain("1.5 native coin");
		expect(rows(analysis, "tokens").join()).toContain("25000000");
		expect(valuesOf(analysis, "message.row.used-until")).toHaveLength(1);
	});

	it("never claims to read limits that it only names by a hash", () => {
		const typed = permit({ constraints_hash: HASH }, ",bytes32 constraints_hash");
		for (const name of ["networks", "recipients", "native", "tokens"])
			expect(rows(analyzeTyped(typed), name).join()).toContain("message.signing.hashed");
		const empty = permit({ constraints_hash: `0x${"0".repeat(64)}` }, ",bytes32 constraints_hash");
		expect(rows(analyzeTyped(empty), "native").join()).toContain("message.signing.unlimited");
	});
});

describe("the permit is recognized", () => {
	it.each<[string, Typed]>([
		["under other names of its type and domain", { ...permit(), domain: { name: "Portal", version: "3" } }],
		[
			"by camel case members",
			{
				types: { Grant: members("string account,string chainType,address wallet,string mode,uint64 expiry") },
				primaryType: "Grant",
				domain: { name: "Portal" },
				message: { account: "a", chainType: "evm", wallet: SIGNER, mode: "auto", expiry: String(END) },
			},
		],
		[
			"by a constraints hash among unknown members",
			{
				types: { Delegation2: members("bytes32 constraintsHash,uint64 serial") },
				primaryType: "Delegation2",
				domain: { name: "Portal" },
				message: { constraintsHash: HASH, serial: "4" },
			},
		],
		[
			"by the names of the service alone",
			{
				types: { SigningPermit: members("bytes32 body") },
				primaryType: "SigningPermit",
				domain: { name: "aomi" },
				message: { body: HASH },
			},
		],
		[
			"inside another struct",
			{
				types: { Wrap: members("string note,Permit permit"), Permit: members(NAMES) },
				primaryType: "Wrap",
				domain: { name: "Portal" },
				message: { note: "hello", permit: values() },
			},
		],
		[
			"as a text inside typed data",
			{
				types: { Login: members("string account,string statement,string nonce,uint64 issuedAt") },
				primaryType: "Login",
				domain: { name: "Forum login", version: "1" },
				message: {
					account: "ana",
					statement: "Aomi Authorization v1\nmode: auto",
					nonce: "u3Jw8Kq1",
					issuedAt: "1790000000",
				},
			},
		],
	])("%s", (_, typed) => {
		expect(found(analyzeTyped(typed))).toMatchObject({ severity: "danger", needsWord: true });
	});

	const TEXTS: readonly (readonly [string, string, string])[] = [
		["its Solana text", "Aomi Authorization v1\nwallet: abc\nmode: auto\nexpiry: 1790003600", "auto"],
		["its Solana text without lines", "Aomi Authorization v1\nbind test payload", "unknown"],
		["its Solana text to link", "Aomi Authorization v1\nmode: bind", "link"],
		["JSON", JSON.stringify({ permit: values() }), "auto"],
		["JSON in another text", `Please sign ${JSON.stringify(values({ mode: "client_auto" }))}.`, "auto"],
		["hidden characters", "Ao\u200bmi Authori\u200bzation v1\nMode = auto", "auto"],
	];

	it.each(TEXTS)("in a Solana message: %s", (_, text, mode) => {
		const message_base64 = base64.encode(new TextEncoder().encode(text));
		const analysis = analyzePayload({ kind: "svm_message", message_base64 }, { chainRef: "solana:mainnet" });
		expect(modeOf(analysis)).toBe(mode);
		expect(analysis.needsWord).toBe(true);
	});

	it.each(TEXTS)("in a personal message: %s", (_, text, mode) => {
		const analysis = analyzePayload({ kind: "evm_personal", message: text });
		expect(modeOf(analysis)).toBe(mode);
		expect(analysis.headline.text).toMatchObject({ code: "message.signing.headline" });
		expect(analysis.needsWord).toBe(true);
	});

	it("reads limits from a text", () => {
		const text = `Aomi Authorization v1\nmode: auto\nnetworks: 1, 8453\nrecipients: ${VAULT}`;
		const analysis = analyzePayload({ kind: "evm_personal", message: text });
		expect(rows(analysis, "networks")).toHaveLength(2);
		expect(rows(analysis, "recipients")).toHaveLength(1);
	});
});

describe("other signatures", () => {
	it("in wide use are not treated as such a permit", () => {
		for (const typed of [
			tokenPermit(),
			permitBatch(),
			cowOrder(),
			seaportOrder(),
			uniswapOrder(),
			safeTransaction(),
			delegation(),
			snapshotProfile(),
			mail(),
		])
			expect(found(analyzeTyped(typed))).toBeUndefined();
	});

	it.each([
		"I accept the terms of service of example.org.",
		"example.org wants you to sign in with your Ethereum account",
		"Set the mode of my account to dark. Version: 2",
	])("such as “%s” are not treated as one either", (text) => {
		expect(found(analyzePayload({ kind: "evm_personal", message: text }))).toBeUndefined();
	});
});

import { encodeAbiParameters, hashTypedData, keccak256, stringToBytes } from "viem/utils";
import { describe, expect, it } from "vitest";
import { deadlineOf, kindOf, ownerOf } from "../../../../../src/core/match/typed-data/kinds.ts";
import { typedDataHashes } from "../../../../../src/core/match/typed-data/reading.ts";
import { changed, hex, OTHER, SIGNER } from "../honest.ts";
import * as samples from "../typed-samples.ts";
import { END, type Json, mail, members, permit, readTypedData, type Typed } from "../typed-samples.ts";

/** Hashes the typed data with viem. */
function oracle(typed: Typed): string {
	const { types, primaryType, domain, message } = typed;
	return hashTypedData({ types: { ...types }, primaryType, domain, message });
}

const ALL: Readonly<Record<string, Typed>> = {
	permit: permit(),
	dai_permit: samples.daiPermit(),
	permit2_single: samples.permitSingle(),
	permit2_batch: samples.permitBatch(),
	permit2_transfer: samples.permitTransfer(),
	permit2_batch_transfer: samples.permitBatchTransfer(),
	permit2_witness: samples.uniswapOrder(),
	seaport_order: samples.seaportOrder(),
	cow_order: samples.cowOrder(),
	safe_transaction: samples.safeTransaction(),
	delegation: samples.delegation(),
	transfer_authorization: samples.authorization("TransferWithAuthorization"),
	receive_authorization: samples.authorization("ReceiveWithAuthorization"),
	code_authorization: samples.codeAuthorization(),
	snapshot_vote: samples.snapshotVote(),
	snapshot_profile: samples.snapshotProfile(),
	ballot: samples.ballot(),
	order_cancellation: samples.orderCancellation(),
};

/** Returns typed data of one struct with one member. */
function one(type: string, value: unknown): Record<string, unknown> {
	return {
		types: { T: [{ name: "v", type }] },
		primaryType: "T",
		domain: { name: "x" },
		message: { v: value },
	};
}

const types = (patch: Record<string, unknown>) => ({ ...mail(), types: { ...mail().types, ...patch } });

const DOMAIN = members("string name,string version,uint256 chainId,address verifyingContract");

describe("the hash of typed data", () => {
	it("matches EIP-712's own example", () => {
		expect(readTypedData(mail())).toMatchObject({
			domainHash: "0xf2cee375fa42b42143804025fc449deafd50cc031ca257e0b194a650a912090f",
			messageHash: "0xc52c0ee5d84264471806290a3f2c4cecfc5490626bf912d01f240d7a274b371e",
			digest: "0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2",
			encodedType: "Mail(Person from,Person to,string contents)Person(string name,address wallet)",
		});
	});

	for (const [kind, typed] of Object.entries(ALL))
		it(`equals viem's for ${kind}`, () => {
			expect(readTypedData(typed).digest).toBe(oracle(typed));
		});

	it("equals viem's for nested arrays, negative numbers, short bytes, empty lists and a salt", () => {
		const typed: Typed = {
			types: {
				Top: members(
					"Leaf[2][] grid,int8 small,int256 least,bytes3 tag,bytes raw,string[] words,bool yes,Top[] more",
				),
				Leaf: members("uint8 a,address b"),
			},
			primaryType: "Top",
			domain: { salt: `0x${"ab".repeat(32)}` },
			message: {
				grid: [
					[
						{ a: 1, b: SIGNER },
						{ a: 255, b: OTHER },
					],
				],
				small: -128,
				least: String(-(2n ** 255n)),
				tag: "0xA1B2c3",
				raw: "0x",
				words: ["", "grün"],
				yes: true,
				more: [
					{ grid: [], small: 0, least: "-1", tag: "0x000000", raw: "0xff", words: [], yes: false, more: [] },
				],
			},
		};
		expect(readTypedData(typed).digest).toBe(oracle(typed));
	});

	it("equals viem's and ethers' for a primary type named with a colon", () => {
		const name = "HyperliquidTransaction:Withdraw";
		const text = "string hyperliquidChain,string destination,string amount,uint64 time";
		const destination = "0x00000000000000000000000000000000000000aa";
		const typed: Typed = {
			types: { [name]: members(text) },
			primaryType: name,
			domain: {
				name: "HyperliquidSignTransaction",
				version: "1",
				chainId: 42161,
				verifyingContract: samples.ZERO,
			},
			message: { hyperliquidChain: "Mainnet", destination, amount: "500", time: 1_700_000_000_000 },
		};
		expect(readTypedData(typed)).toMatchObject({ digest: oracle(typed), encodedType: `${name}(${text})` });
		// Result of TypedDataEncoder.hash in ethers 6.17.0.
		expect(readTypedData(typed).digest).toBe(
			"0xb63e34850ec6b6aa9eb1cff273d0ede867ef7b0d77ddf61a66405d6780c07545",
		);
		const lists = changed(typed, (copy) =>
			Object.assign(copy, {
				types: { [name]: members("uint8[2][] a,bytes b") },
				message: { a: [[1, 2]], b: "0xff" },
			}),
		);
		expect(readTypedData(lists).digest).toBe(oracle(lists));
		expect(readTypedData(lists).digest).toBe(
			"0xd659d35d0f6709af67fda18bb8b61ee4ac09fce20a934d4c4a5631323b8f2cd8",
		);
	});

	it("is the same for a number, its digits and its hex, with or without leading zeros", () => {
		const spellings = [255, "255", "0255", "0xff", "0xFF", "0x00ff"];
		expect(new Set(spellings.map((value) => readTypedData(one("uint16", value)).digest)).size).toBe(1);
		expect(readTypedData(one("uint16", "0x0")).digest).toBe(readTypedData(one("uint16", "00")).digest);
	});

	it("is the same for a boolean and its number", () => {
		expect(readTypedData(one("bool", 1)).digest).toBe(readTypedData(one("bool", true)).digest);
		expect(readTypedData(one("bool", 0)).digest).toBe(readTypedData(one("bool", false)).digest);
	});

	it("keeps the names uint and int as they are declared, and 256 bits for their values", () => {
		for (const [type, value] of [
			["uint", 7n],
			["int", -7n],
		] as const) {
			const digest = (name: string) =>
				keccak256(
					encodeAbiParameters(
						[{ type: "bytes32" }, { type: "int256" }],
						[keccak256(stringToBytes(`T(${name} v)`)), value],
					),
				);
			expect(readTypedData(one(type, String(value)))).toMatchObject({
				encodedType: `T(${type} v)`,
				messageHash: digest(type),
			});
			expect(readTypedData(one(`${type}256`, String(value))).messageHash).toBe(digest(`${type}256`));
		}
		expect(field(one("uint", String(2n ** 256n)))).toBe("message.v");
	});

	it("does not change with unused types of any content", () => {
		for (const spare of [
			{ Spare: members("uint8 a") },
			{ Spare: members("Spare a,Nobody b") },
			{ Spare: [{ name: "constructor", type: "" }], Other: members("Person p") },
			{ "A:B": members("uint8 a") },
		]) {
			const typed = readTypedData(types(spare));
			expect(typed.digest).toBe(readTypedData(mail()).digest);
			expect(Object.keys(typed.types).toSorted()).toEqual(["EIP712Domain", "Mail", "Person"]);
		}
	});

	it("equals viem's for members whose names contain spaces and symbols", () => {
		const names = ["Wallet address", "a/b", "été", "名", "1st", "a.b", "a:b", "[0]", "“x”"];
		const typed: Typed = {
			types: { SignIn: names.map((name) => ({ name, type: "string" })) },
			primaryType: "SignIn",
			domain: { name: "Game" },
			message: Object.fromEntries(names.map((name, at) => [name, String(at)])),
		};
		expect(readTypedData(typed).digest).toBe(oracle(typed));
		expect(readTypedData(typed).tree.map(({ name, value }) => [name, value])).toEqual(
			names.map((name, at) => [name, String(at)]),
		);
	});

	it("equals viem's for a domain in another order, or with only some members", () => {
		const { domain, types: stated, primaryType, message } = mail();
		for (const text of [
			"string name,string version,address verifyingContract,uint256 chainId",
			"uint256 chainId",
			"address verifyingContract,string name",
			"uint64 chainId,string name",
		]) {
			const own = members(text);
			const typed: Typed = {
				types: { ...stated, EIP712Domain: own },
				primaryType,
				domain: Object.fromEntries(own.map(({ name }) => [name, domain[name] ?? ""])),
				message,
			};
			expect(readTypedData(typed).digest, text).toBe(oracle(typed));
			expect(readTypedData(typed).domainType).toBe(`EIP712Domain(${text})`);
			expect(readTypedData(typed).domainTree.map(({ name }) => name)).toEqual(own.map(({ name }) => name));
		}
	});

	it("equals viem's for a domain with contract and salt as texts, which name no contract", () => {
		const typed: Typed = {
			types: {
				EIP712Domain: members(
					"string name,string version,uint256 chainId,string verifyingContract,string salt",
				),
				Tx: members("string memo"),
			},
			primaryType: "Tx",
			domain: {
				name: "Cosmos Web3",
				version: "1.0.0",
				chainId: 9001,
				verifyingContract: "cosmos",
				salt: "0",
			},
			message: { memo: "" },
		};
		expect(readTypedData(typed).digest).toBe(oracle(typed));
		expect(readTypedData(typed).domain).toMatchObject({
			verifyingContract: null,
			salt: null,
			chainId: 9001n,
		});
		const address = { ...typed, domain: { ...typed.domain, verifyingContract: SIGNER } };
		expect(readTypedData(address).domain.verifyingContract).toBeNull();
	});

	it("does not change if the domain's type is stated or omitted", () => {
		const { EIP712Domain: _, ...types } = mail().types;
		expect(readTypedData({ ...mail(), types }).digest).toBe(readTypedData(mail()).digest);
	});

	it("shows every hashed value at its path", () => {
		const [from] = readTypedData(mail()).tree;
		expect(from).toEqual({
			name: "from",
			type: "Person",
			value: null,
			children: [
				{ name: "name", type: "string", value: "Cow", children: [] },
				{
					name: "wallet",
					type: "address",
					value: "0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826",
					children: [],
				},
			],
		});
	});

	it("reads each member equally often, for any number of members", () => {
		let looks = 0;
		const item = () =>
			new Proxy(
				{ a: "1", b: SIGNER, c: "text" },
				{
					get(target, key, receiver) {
						looks += 1;
						return Reflect.get(target, key, receiver);
					},
				},
			);
		const typed = (items: number) => ({
			types: { List: members("Item[] items"), Item: members("uint256 a,address b,string c") },
			primaryType: "List",
			domain: { name: "x", chainId: 1 },
			message: { items: Array.from({ length: items }, item) },
		});
		const looksFor = (items: number) => {
			looks = 0;
			readTypedData(typed(items));
			return looks;
		};
		const few = looksFor(100);
		expect(few).toBeGreaterThanOrEqual(300);
		expect(looksFor(1000)).toBe(few * 10);
		expect(readTypedData(typed(250)).digest).toBe(oracle(typed(250)));
	});

	it("of many items of a wide type is quick", () => {
		const wide = Array.from({ length: 1900 }, (_, at) => ({ name: `m${at}`, type: "uint256" }));
		const typed = {
			types: { List: members("Item[] items"), Item: members("Wide[] none"), Wide: wide },
			primaryType: "List",
			domain: { name: "x" },
			message: { items: Array.from({ length: 9000 }, () => ({ none: [] })) },
		};
		expect(readTypedData(typed).digest).toMatch(/^0x[0-9a-f]{64}$/);
	});
});

function field(typed: unknown): string | null {
	const reading = typedDataHashes(typed);
	return reading.ok ? null : reading.field;
}

describe("typed data is refused", () => {
	const loose: [string, string, unknown][] = [
		["a leading sign", "uint256", "+1"],
		["an empty number", "uint256", ""],
		["a capital 0X", "uint256", "0X1"],
		["a negative hex", "int256", "-0x1"],
		["an excessive number of zeros", "uint256", `${"0".repeat(256)}1`],
		["bare 0x", "uint256", "0x"],
		["a space", "uint256", " 1"],
		["an exponent", "uint256", "1e3"],
		["a fraction", "uint256", 1.5],
		["a number beyond 2^53", "uint256", 2 ** 53],
		["a negative for uint", "uint8", "-1"],
		["a minus before zero", "uint256", "-0"],
		["a minus before zero of an int", "int8", "-00"],
		["one above uint8", "uint8", 256],
		["one above int8", "int8", 128],
		["one below int8", "int8", "-129"],
		["2^256", "uint256", (2n ** 256n).toString()],
		["null", "uint256", null],
		["a text for bool", "bool", "true"],
		["two for bool", "bool", 2],
		["the text 0 for bool, which libraries read as true", "bool", "0"],
		["the text 1 for bool", "bool", "1"],
		["a short address", "address", "0x1234"],
		["an address without 0x", "address", SIGNER.slice(2)],
		["a number for text", "string", 5],
		["a lone surrogate", "string", "\ud800"],
		["odd hex", "bytes", "0x1"],
		["text for bytes", "bytes", "hello"],
		["bytes3 of two bytes", "bytes3", "0xa1b2"],
		["bytes3 of four bytes", "bytes3", "0xa1b2c3d4"],
		["a list for one", "uint8", [1]],
		["one for a list", "uint8[]", 1],
		["two items if three are declared", "uint8[3]", [1, 2]],
	];
	for (const [name, type, value] of loose)
		it(`for ${name}`, () => {
			expect(field(one(type, value))).toBe("message.v");
		});

	for (const type of ["uint7", "uint0", "uint264", "bytes33", "bytes0", "Nobody", "uint8[0]", "", "fixed"])
		it(`for the invalid type “${type}”`, () => {
			expect(field(one(type, "0"))).toBe("types.T[0]");
		});

	it("for an undeclared member", () => {
		expect(field({ ...permit(), message: { ...permit().message, extra: 1 } })).toBe("message.extra");
	});

	it("for a missing member", () => {
		const { spender: _, ...message } = permit().message;
		expect(field({ ...permit(), message })).toBe("message.spender");
	});

	it("for an undeclared nested member", () => {
		const lie = changed(mail(), (copy) =>
			Object.assign(copy.message, { to: { name: "Bob", wallet: OTHER, x: 1 } }),
		);
		expect(field(lie)).toBe("message.to.x");
	});

	it("for a member that every object has", () => {
		expect(field(types({ Person: members("string name,address constructor") }))).toBe("types.Person[1]");
		expect(field({ ...mail(), primaryType: "constructor" })).toBe("primaryType");
	});

	it("for a type that contains itself, directly or through another", () => {
		const around = { A: members("B b"), B: members("A a") };
		expect(field({ types: around, primaryType: "A", domain: { name: "x" }, message: {} })).toBe("types.A");
	});

	it("for a member whose name could be read as another type's", () => {
		for (const name of [
			"a,uint8 b",
			"a)",
			"(a",
			"",
			" a",
			"a ",
			"a\u200bb",
			"a\u00a0b",
			"a\nb",
			"\ud800",
			"toString",
		])
			expect(
				field({
					types: { T: [{ name, type: "string" }] },
					primaryType: "T",
					domain: { name: "x" },
					message: {},
				}),
				JSON.stringify(name),
			).toBe("types.T[0]");
		const forged = "owner,address spender,uint256 value,uint256 nonce,uint256 deadline";
		const typed = {
			...permit(),
			types: { Permit: [{ name: forged, type: "address" }] },
			message: { [forged]: OTHER },
		};
		expect(field(typed)).toBe("types.Permit[0]");
	});

	it("for a name with a colon next to a struct with the name before it, which libraries take for its prefix", () => {
		const typed = {
			types: { "A:B": members("uint8 a"), A: members("uint8 b") },
			primaryType: "A:B",
			domain: { name: "x" },
			message: { a: 1 },
		};
		expect(field(typed)).toBe("types");
		expect(oracle(typed)).not.toBe(oracle({ ...typed, types: { "A:B": members("uint8 a") } }));
	});

	it("for a member named twice", () => {
		expect(field(types({ Person: members("string name,address name") }))).toBe("types.Person");
	});

	it("for a struct with the name of a plain type", () => {
		expect(field(types({ uint256: members("uint8 a") }))).toBe("types");
	});

	it("for a name with a colon except on a primary type that needs no struct", () => {
		const around = (types: Json, primaryType: string) => ({
			types,
			primaryType,
			domain: { name: "x" },
			message: {},
		});
		const flat = members("uint8 a");
		for (const [types, primaryType] of [
			[{ "A:B": members("C c"), C: flat }, "A:B"],
			[{ "A:B": members("C[] c"), C: flat }, "A:B"],
			[{ "A:B": members("A:B[] more") }, "A:B"],
			[{ A: members("B:C b"), "B:C": flat }, "A"],
			[{ "A:B": members("C:D c"), "C:D": flat }, "A:B"],
			[{ "A:B": flat, A: flat }, "A:B"],
			[{ "A:B:C": flat }, "A:B:C"],
			[{ ":B": flat }, ":B"],
			[{ "A:": flat }, "A:"],
			[{ "A:B(uint8 x)": flat }, "A:B(uint8 x)"],
			[{ "A:1": flat }, "A:1"],
			[{ "A: B": flat }, "A: B"],
		] as const)
			expect(field(around(types, primaryType)), primaryType).toMatch(/^types/);
	});

	it("for the domain as primary type", () => {
		expect(field({ ...mail(), primaryType: "EIP712Domain" })).toBe("primaryType");
	});

	it("for a domain whose type and value have different members", () => {
		const less = types({ EIP712Domain: members("string name,string version,uint256 chainId") });
		expect(field(less)).toBe("domain.verifyingContract");
		const { verifyingContract: _, ...domain } = mail().domain;
		expect(field({ ...types({ EIP712Domain: DOMAIN }), domain })).toBe("domain.verifyingContract");
	});

	it("for a domain member with an unexpected type", () => {
		for (const text of [
			"string name,string chainId",
			"bytes32 name",
			"bytes verifyingContract",
			"string name,address owner",
			"int256 chainId",
		])
			expect(field(types({ EIP712Domain: members(text) })), text).toBe("types.EIP712Domain");
		expect(field(types({ EIP712Domain: [] }))).toBe("domain");
	});

	it("for a domain contract that is declared as an address and is none", () => {
		for (const EIP712Domain of [undefined, DOMAIN]) {
			const typed = types(EIP712Domain === undefined ? {} : { EIP712Domain });
			expect(field({ ...typed, domain: { ...mail().domain, verifyingContract: "cosmos" } })).toBe(
				"domain.verifyingContract",
			);
		}
	});

	it("for a domain with an additional member, or with none", () => {
		expect(field({ ...permit(), domain: { ...permit().domain, owner: SIGNER } })).toBe("domain.owner");
		expect(field({ ...permit(), domain: {} })).toBe("domain");
		expect(field({ ...permit(), domain: { ...permit().domain, version: "" } })).toBe("domain.version");
	});

	it("for anything besides EIP-712's four members", () => {
		expect(field({ ...permit(), note: "hello" })).toBe("typed_data");
		expect(field(null)).toBe("typed_data");
		expect(field([])).toBe("typed_data");
	});

	it("above 20,000 members, and not just below", () => {
		const list = (length: number) =>
			one(
				"uint8[]",
				Array.from({ length }, () => 1),
			);
		expect(field(list(19_990))).toBeNull();
		expect(field(list(20_001))).toBe("message.v[19998]");
	});

	it("above 32 levels, and not just below", () => {
		const nested = (levels: number) => {
			let message: Json = { more: [] };
			for (let level = 1; level < levels; level += 1) message = { more: [message] };
			return { types: { T: members("T[] more") }, primaryType: "T", domain: { name: "x" }, message };
		};
		expect(field(nested(16))).toBeNull();
		expect(field(nested(18))).toMatch(/^message\.more/);
	});

	it("for half a million characters", () => {
		expect(field(one("string", "a".repeat(600_000)))).toBe("message.v");
	});
});

describe("a kind of typed data", () => {
	for (const [kind, typed] of Object.entries(ALL))
		it(`is ${kind} by its structure`, () => {
			expect(kindOf(readTypedData(typed))).toBe(kind);
		});

	it("is unknown if only the name is known", () => {
		const wider = changed(permit(), (copy) => {
			Object.assign(copy, {
				types: { Permit: [...(copy.types["Permit"] ?? []), { name: "note", type: "string" }] },
				message: { ...copy.message, note: "" },
			});
		});
		expect(kindOf(readTypedData(wider))).toBeNull();
		const reordered = { ...permit(), types: { Permit: [...(permit().types["Permit"] ?? [])].reverse() } };
		expect(kindOf(readTypedData(reordered))).toBeNull();
		const renamed = { ...permit(), primaryType: "Allow", types: { Allow: permit().types["Permit"] ?? [] } };
		expect(kindOf(readTypedData(renamed))).toBeNull();
		expect(kindOf(readTypedData(mail()))).toBeNull();
	});

	it("names its owner and its expiry", () => {
		expect(ownerOf(readTypedData(permit()))).toEqual({
			field: "message.owner",
			address: SIGNER.toLowerCase(),
		});
		expect(ownerOf(readTypedData(samples.uniswapOrder(OTHER)))).toEqual({
			field: "message.witness.info.swapper",
			address: OTHER.toLowerCase(),
		});
		expect(ownerOf(readTypedData(samples.permitSingle()))).toBeNull();
		for (const name of ["permit", "dai_permit", "permit2_single", "seaport_order", "cow_order"])
			expect(deadlineOf(readTypedData(ALL[name])), name).toBe(BigInt(END));
		expect(deadlineOf(readTypedData(samples.daiPermit({ expiry: 0 })))).toBeNull();
		expect(deadlineOf(readTypedData(samples.delegation()))).toBeNull();
	});

	it("is determined by its hashed content, as in a contract", () => {
		expect(readTypedData(permit()).encodedType).toBe(
			"Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)",
		);
		expect(hex(readTypedData(permit()).digest)).not.toBe(readTypedData(samples.daiPermit()).digest);
	});
});

describe("a vote at Snapshot", () => {
	it("is recognised for each kind of choice and of proposal", () => {
		for (const [proposal, id] of [
			["bytes32", `0x${"4e".repeat(32)}`],
			["string", "Qm"],
		] as const)
			for (const [type, choice] of [
				["uint32", 1],
				["uint32[]", [1, 3]],
				["string", '{"1":2}'],
			] as const)
				expect(
					kindOf(readTypedData(samples.snapshotVote({ choice, proposal: id }, { type, proposal }))),
				).toBe("snapshot_vote");
	});

	it("is not recognised with a domain that a contract or a chain could read, or of another name", () => {
		for (const domain of [
			{ name: "snapshot", version: "0.1.4", chainId: 1 },
			{ name: "snapshot", version: "0.1.4", verifyingContract: OTHER },
			{ name: "snapshot", version: "0.1.4", salt: `0x${"00".repeat(32)}` },
			{ name: "Snapshot", version: "0.1.4" },
			{ name: "snapshot", version: "1" },
			{ name: "snapshot" },
		])
			expect(kindOf(readTypedData({ ...samples.snapshotVote(), domain }))).toBeNull();
	});

	it("is not recognised if its domain states a contract as text", () => {
		const vote = samples.snapshotVote();
		const typed = {
			...vote,
			types: { ...vote.types, EIP712Domain: members("string name,string version,string verifyingContract") },
			domain: { ...vote.domain, verifyingContract: OTHER },
		};
		expect(kindOf(readTypedData(typed))).toBeNull();
	});
});

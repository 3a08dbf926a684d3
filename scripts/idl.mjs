/**
 * Writes the bundled interfaces of Solana programs: `node scripts/idl.mjs FOLDER [--out FILE]`. FOLDER
 * contains the downloaded files that SOURCES lists. Run it by hand to update the data, and check the changes
 * before you commit them.
 *
 * The script keeps only the instructions in `include` and the types that they need. It drops documentation,
 * errors, events and account layouts. It stops at an unknown key or type, and at a discriminator that doesn't
 * match its name, instead of guessing.
 */

import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import canonicalize from "canonicalize";
import * as z from "zod";

const SAVA = {
	repository: "https://github.com/sava-software/idl-clients",
	commit: "f7c239e8faebb3977a2d2a778e8d27abb71d6b34",
	date: "2026-08-22",
	licence: "Apache-2.0",
};
const sava = (path) => ({
	...SAVA,
	path: `idl-clients-bundle/src/main/java/software/sava/idl/clients/${path}/gen/idl.json`,
});
const RAYDIUM = {
	repository: "https://github.com/raydium-io/raydium-idl",
	commit: "6123104304ebcb42be175cc297a2c221ac96bb96",
	date: "2025-06-10",
	licence: "none stated",
};

const LIQUIDITY = ["increase_liquidity", "decrease_liquidity", "collect_fees", "collect_reward"];

/** Sources by file name in FOLDER. */
const SOURCES = {
	jupiter: {
		name: "Jupiter",
		id: "JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4",
		from: sava("jupiter/swap"),
		include: [
			...["route", "shared_accounts_route", "exact_out_route", "shared_accounts_exact_out_route"],
			...["route_v2", "shared_accounts_route_v2", "exact_out_route_v2", "shared_accounts_exact_out_route_v2"],
		],
		more: true,
	},
	orca: {
		name: "Orca Whirlpools",
		id: "whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc",
		from: sava("orca/whirlpools"),
		include: [
			...["swap", "swap_v2", "two_hop_swap_v2"],
			...LIQUIDITY,
			...LIQUIDITY.map((name) => `${name}_v2`),
			...["open_position", "open_position_with_token_extensions", "update_fees_and_rewards"],
			...["close_position", "close_position_with_token_extensions"],
		],
		more: true,
	},
	"orca-before": {
		name: "Orca Whirlpools",
		id: "whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc",
		from: {
			repository: "https://www.npmjs.com/package/@orca-so/whirlpools-sdk",
			commit: "0.22.0",
			date: "2026-08-18",
			licence: "Apache-2.0, as its README says",
			path: "dist/artifacts/whirlpool.json",
		},
		include: [
			...["swap", "swap_v2", "two_hop_swap_v2"],
			...LIQUIDITY,
			...LIQUIDITY.map((name) => `${name}_v2`),
			...["open_position", "open_position_with_token_extensions", "update_fees_and_rewards"],
			...["close_position", "close_position_with_token_extensions"],
		],
		more: true,
	},
	kamino: {
		name: "Kamino Lend",
		id: "KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD",
		from: sava("kamino/lend"),
		include: [
			...["refresh_reserve", "refresh_obligation", "refresh_obligation_farms_for_reserve"],
			...["init_user_metadata", "init_obligation", "init_obligation_farms_for_reserve"],
			...["deposit_reserve_liquidity", "redeem_reserve_collateral", "request_elevation_group"],
			"deposit_reserve_liquidity_and_obligation_collateral",
			"deposit_reserve_liquidity_and_obligation_collateral_v2",
			"withdraw_obligation_collateral_and_redeem_reserve_collateral",
			"withdraw_obligation_collateral_and_redeem_reserve_collateral_v2",
			...["borrow_obligation_liquidity", "borrow_obligation_liquidity_v2"],
			...["repay_obligation_liquidity", "repay_obligation_liquidity_v2"],
			"initiate_obligation_ownership_transfer",
		],
		more: true,
	},
	marinade: {
		name: "Marinade",
		id: "MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD",
		from: sava("marinade/stake_pool"),
		include: ["deposit", "liquid_unstake", "order_unstake", "claim"],
		more: false,
	},
	"raydium-clmm": {
		name: "Raydium CLMM",
		id: "CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK",
		from: { ...RAYDIUM, path: "raydium_clmm/amm_v3.json" },
		include: [
			...["swap", "swap_v2", "increase_liquidity_v2", "decrease_liquidity_v2"],
			...["open_position_with_token22_nft", "close_position"],
		],
		more: true,
	},
	"raydium-cpmm": {
		name: "Raydium CPMM",
		id: "CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C",
		from: { ...RAYDIUM, path: "raydium_cpmm/raydium_cp_swap.json" },
		include: ["swap_base_input", "swap_base_output", "deposit", "withdraw"],
		more: false,
	},
	metaplex: {
		name: "Metaplex Token Metadata",
		id: "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s",
		from: sava("metaplex/token/metadata"),
		include: ["Transfer", "Burn", "BurnNft", "Delegate", "Revoke"],
		more: false,
	},
	squads: {
		name: "Squads",
		id: "SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf",
		from: sava("squads/v4"),
		include: [
			...["proposal_create", "proposal_approve", "proposal_reject", "proposal_cancel"],
			...["vault_transaction_create", "vault_transaction_execute"],
			...["config_transaction_create", "config_transaction_execute"],
			...["multisig_add_member", "multisig_add_spending_limit", "spending_limit_use"],
		],
		more: true,
	},
};

/** Parses account names. After a colon, `s` means signer and `w` writable. */
const accounts = (line) =>
	line.split(" ").map((each) => {
		const [name, rights = ""] = each.split(":");
		return {
			name,
			...(rights.includes("s") ? { signer: true } : {}),
			...(rights.includes("w") ? { writable: true } : {}),
		};
	});
const u64 = (...names) => names.map((name) => ({ name, type: "u64" }));
const plainCall = (name, tag, args, line) => ({
	name,
	discriminator: tag.toString(16).padStart(2, "0"),
	accounts: accounts(line),
	args: u64(...args),
	more: false,
});

const AMM_POOL =
	"token_program amm:w amm_authority amm_open_orders:w amm_target_orders:w pool_coin_vault:w pool_pc_vault:w market_program market:w bids:w asks:w event_queue:w market_coin_vault:w market_pc_vault:w market_vault_signer";
const AMM_USER = "user_source:w user_destination:w user_owner:s";
const AMM_WITHOUT_TARGET = AMM_POOL.replace(" amm_target_orders:w", "");
const POOL_SOL =
	"stake_pool:w withdraw_authority reserve_stake:w funding_account:sw destination:w manager_fee:w referrer_fee:w pool_mint:w system_program token_program";
const POOL_OUT =
	"stake_pool:w withdraw_authority transfer_authority:s source:w reserve_stake:w destination:w manager_fee:w pool_mint:w clock stake_history stake_program token_program";
const BALLOT =
	"realm governance:w proposal:w proposal_owner_record:w voter_token_owner_record:w governance_authority:s vote_record:w governing_token_mint payer:sw system_program realm_config";
const fieldsBy = (fields) => Object.entries(fields).map(([name, type]) => ({ name, type }));
const enumOf = (variants) => ({
	kind: "enum",
	variants: Object.entries(variants).map(([name, fields]) => ({ name, fields: fieldsBy(fields) })),
});
const POOL_STAKE =
	"stake_pool:w validator_list:w withdraw_authority stake_to_split:w stake_to_receive:w user_stake_authority transfer_authority:s source:w manager_fee:w pool_mint:w clock token_program stake_program";

/**
 * Programs without an Anchor interface. Their instructions were written by hand from published documentation
 * and source code.
 */
const CURATED = [
	{
		file: "raydium-amm.json",
		name: "Raydium AMM",
		id: "675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8",
		from: { ...RAYDIUM, path: "raydium_amm/idl.json" },
		// The program accepts each instruction with or without the pool's target orders.
		instructions: [AMM_POOL, AMM_WITHOUT_TARGET].flatMap((pool) => [
			plainCall("swap_base_in", 9, ["amount_in", "minimum_amount_out"], `${pool} ${AMM_USER}`),
			plainCall("swap_base_out", 11, ["max_amount_in", "amount_out"], `${pool} ${AMM_USER}`),
		]),
	},
	{
		file: "stake-pool.rs",
		name: "SPL Stake Pool",
		id: "SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy",
		from: {
			repository: "https://github.com/solana-program/stake-pool",
			commit: "2a01bc02a79947e5727d1e2e58cdeac257c21ac6",
			date: "2026-08-17",
			licence: "Apache-2.0",
			path: "program/src/instruction.rs",
		},
		instructions: [
			plainCall("deposit_sol", 14, ["lamports_in"], POOL_SOL),
			plainCall("deposit_sol_with_slippage", 25, ["lamports_in", "minimum_pool_tokens_out"], POOL_SOL),
			plainCall("withdraw_sol", 16, ["pool_tokens_in"], POOL_OUT),
			plainCall("withdraw_sol_with_slippage", 26, ["pool_tokens_in", "minimum_lamports_out"], POOL_OUT),
			plainCall("withdraw_stake", 10, ["pool_tokens_in"], POOL_STAKE),
			plainCall("withdraw_stake_with_slippage", 24, ["pool_tokens_in", "minimum_lamports_out"], POOL_STAKE),
		],
	},
	{
		file: "governance.rs",
		name: "SPL Governance",
		id: "GovER5Lthms3bLBqWub97yVrMmEogzX7xNjdXpPPCVZw",
		from: {
			repository: "https://github.com/solana-labs/solana-program-library",
			commit: "264ca72de06b0c2b45c0b15d298000fe3f82db2e",
			date: "2025-03-10",
			licence: "Apache-2.0",
			path: "governance/program/src/instruction.rs",
		},
		// The voter's weight record and the maximum weight record are optional.
		instructions: ["", " voter_weight_record", " voter_weight_record max_voter_weight_record"].map(
			(records) => ({
				...plainCall("cast_vote", 13, [], `${BALLOT}${records}`),
				args: [{ name: "vote", type: { defined: "Vote" } }],
			}),
		),
		// From state/vote_record.rs of the same program.
		types: [
			[
				"Vote",
				enumOf({ Approve: { choices: { vec: { defined: "VoteChoice" } } }, Deny: {}, Abstain: {}, Veto: {} }),
			],
			["VoteChoice", { kind: "struct", fields: fieldsBy({ rank: "u8", weight_percentage: "u8" }) }],
		],
	},
];

const name = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,79}$/);
const docs = z.unknown().optional();
const defined = z.union([name, z.strictObject({ name })]);
const type = z.lazy(() =>
	z.union([
		z.enum([
			...["bool", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128"],
			...["string", "bytes", "pubkey", "publicKey"],
		]),
		z.strictObject({ option: type }),
		z.strictObject({ vec: type }),
		z.strictObject({ array: z.tuple([type, z.int().min(0).max(64)]) }),
		z.strictObject({ defined }),
	]),
);
const field = z.strictObject({ name, type, docs });
const account = z.strictObject({
	name,
	docs,
	writable: z.boolean().optional(),
	signer: z.boolean().optional(),
	optional: z.boolean().optional(),
	isMut: z.boolean().optional(),
	isSigner: z.boolean().optional(),
	isOptional: z.boolean().optional(),
	address: z
		.string()
		.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
		.optional(),
	pda: z.unknown().optional(),
	relations: z.unknown().optional(),
});
const group = z.strictObject({ name, docs, accounts: z.array(z.lazy(() => z.union([group, account]))) });
const instruction = z.strictObject({
	name,
	docs,
	discriminator: z.array(z.int().min(0).max(255)).min(1).max(8).optional(),
	discriminant: z.strictObject({ type: z.literal("u8"), value: z.int().min(0).max(255) }).optional(),
	accounts: z.array(z.union([group, account])).max(64),
	args: z.array(field).max(32),
	returns: z.unknown().optional(),
	defaultOptionalAccounts: z.boolean().optional(),
	legacyOptionalAccountsStrategy: z.boolean().optional(),
});
const variantFields = z.union([z.array(field), z.array(type)]);
const definition = z.strictObject({
	name,
	docs,
	type: z.discriminatedUnion("kind", [
		z.strictObject({ kind: z.literal("struct"), fields: z.array(field) }),
		z.strictObject({
			kind: z.literal("enum"),
			variants: z.array(z.strictObject({ name, docs, fields: variantFields.optional() })).max(256),
		}),
	]),
});

const typeOf = (given) => {
	if (given === "publicKey") return "pubkey";
	if (typeof given === "string") return given;
	if ("option" in given) return { option: typeOf(given.option) };
	if ("vec" in given) return { vec: typeOf(given.vec) };
	if ("array" in given) return { array: [typeOf(given.array[0]), given.array[1]] };
	return { defined: typeof given.defined === "string" ? given.defined : given.defined.name };
};
const fieldsOf = (fields = []) =>
	fields.map((each, at) =>
		typeof each === "object" && "name" in each && "type" in each
			? { name: each.name, type: typeOf(each.type) }
			: { name: `value${at}`, type: typeOf(each) },
	);

function definitionOf(given) {
	const { name: called, type: of } = definition.parse(given);
	if (of.kind === "struct") return [called, { kind: "struct", fields: fieldsOf(of.fields) }];
	const variants = of.variants.map((each) => ({ name: each.name, fields: fieldsOf(each.fields) }));
	return [called, { kind: "enum", variants }];
}

const namesIn = (given) =>
	typeof given === "string"
		? []
		: "defined" in given
			? [given.defined]
			: namesIn(given.option ?? given.vec ?? given.array[0]);

/** Types in an unsupported form. A value of such a type isn't decoded, so its instruction is unknown. */
const UNREAD = new Set(["Payload"]);

/** Returns the types that these fields need, including indirect ones. */
function neededBy(fields, types, found = new Map()) {
	for (const called of fields.flatMap((each) => namesIn(each.type))) {
		if (found.has(called) || UNREAD.has(called)) continue;
		const given = types.find((each) => each.name === called);
		if (given === undefined) throw new Error(`no type ${called}`);
		const [, of] = definitionOf(given);
		found.set(called, of);
		neededBy(of.kind === "struct" ? of.fields : of.variants.flatMap((each) => each.fields), types, found);
	}
	return found;
}

const flat = (given) => ("accounts" in given ? given.accounts.flatMap(flat) : [given]);

function accountOf({ name: called, address, ...is }) {
	return {
		name: called,
		...((is.signer ?? is.isSigner) ? { signer: true } : {}),
		...((is.writable ?? is.isMut) ? { writable: true } : {}),
		...((is.optional ?? is.isOptional) ? { optional: true } : {}),
		...(address === undefined ? {} : { address }),
	};
}

/** Returns Anchor's discriminator: the first bytes of the hash of namespace and name. */
const anchorTag = (called) => createHash("sha256").update(`global:${called}`).digest().subarray(0, 8);

function instructionOf(given, more) {
	const { name: called, discriminator, discriminant, accounts: all, args } = instruction.parse(given);
	const tag = discriminator === undefined ? Buffer.of(discriminant.value) : Buffer.from(discriminator);
	if (discriminator !== undefined && !tag.equals(anchorTag(called)))
		throw new Error(`${called} has a discriminator that doesn't match its name`);
	const named = all.flatMap(flat).map(accountOf);
	if (new Set(named.map((each) => each.name)).size !== named.length)
		throw new Error(`${called} names an account twice`);
	return { name: called, discriminator: tag.toString("hex"), accounts: named, args: fieldsOf(args), more };
}

const sourceOf = (id, { repository, commit, date, path, licence }, version, text) => ({
	program: id,
	...{ repository, commit, date, path, version, licence },
	sha256: createHash("sha256").update(text).digest("hex"),
});

async function fromIdl(folder, [file, { name: called, id, from, include, more }]) {
	const text = await readFile(join(folder, `${file}.json`));
	const idl = JSON.parse(text);
	const address = idl.address ?? idl.metadata?.address;
	if (address !== id) throw new Error(`${file} is of ${address}`);
	const instructions = include.map((each) => {
		const given = idl.instructions.find((one) => one.name === each);
		if (given === undefined) throw new Error(`${file} has no ${each}`);
		return instructionOf(given, more);
	});
	const types = neededBy(
		instructions.flatMap((each) => each.args),
		idl.types,
	);
	const version = idl.metadata?.version ?? idl.version ?? null;
	return { id, name: called, instructions, types, source: sourceOf(id, from, version, text) };
}

async function fromTable(folder, { file, name: called, id, from, instructions, types = [] }) {
	const text = await readFile(join(folder, file));
	return { id, name: called, instructions, types: new Map(types), source: sourceOf(id, from, null, text) };
}

/** Merges several interfaces of the same program. Duplicates are kept once. */
function merged(all) {
	const byId = new Map();
	for (const { id, name: called, instructions, types } of all) {
		const before = byId.get(id) ?? { id, name: called, instructions: [], types: {} };
		const fresh = instructions.filter(
			(each) => !before.instructions.some((other) => canonicalize(other) === canonicalize(each)),
		);
		for (const [key, of] of types)
			if (Object.hasOwn(before.types, key) && canonicalize(before.types[key]) !== canonicalize(of))
				throw new Error(`${called} has two types ${key}`);
		byId.set(id, {
			...before,
			instructions: [...before.instructions, ...fresh],
			types: { ...before.types, ...Object.fromEntries(types) },
		});
	}
	return [...byId.values()];
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: "string" } } });
const [folder] = positionals;
if (folder === undefined) throw new Error("Say where the interfaces are.");
const all = [
	...(await Promise.all(Object.entries(SOURCES).map((each) => fromIdl(folder, each)))),
	...(await Promise.all(CURATED.map((each) => fromTable(folder, each)))),
];
const programs = merged(all);
const head = {
	sources: all.map(({ source }) => source),
	sha256: createHash("sha256").update(canonicalize(programs)).digest("hex"),
	counts: {
		programs: programs.length,
		instructions: programs.flatMap((each) => each.instructions).length,
		types: programs.flatMap((each) => Object.keys(each.types)).length,
	},
};
const one = ({ id, name: called, instructions, types }) =>
	`{"id":${JSON.stringify(id)},"name":${JSON.stringify(called)},"instructions":[\n${instructions.map((each) => canonicalize(each)).join(",\n")}\n],"types":{\n${Object.entries(
		types,
	)
		.map(([key, of]) => `${JSON.stringify(key)}:${canonicalize(of)}`)
		.join(",\n")}\n}}`;
const out = `{\n"head":${JSON.stringify(head, null, 1)},\n"programs":[\n${programs.map(one).join(",\n")}\n]\n}\n`;
await writeFile(values.out ?? new URL("../src/core/decode/svm/idl/data.json", import.meta.url), out);
console.log(`${JSON.stringify(head.counts)}, ${out.length} bytes`);

import { ChainError } from "../../core/chain/chain-error.ts";
import { readAddress, readChainRef, readUint } from "../../core/format/numeral.ts";
import { message, type Text } from "../../core/localized-text.ts";
import { PERMIT2, TOKEN_PROGRAMS } from "../../core/match/revocation.ts";
import { readAllowed, readTokenUnit, type TokenUnit } from "../chains/evm/allowances.ts";
import type { EvmChains } from "../chains/evm/chain.ts";
import type { SvmChains } from "../chains/svm/chain.ts";
import { metadataAddressOf, withMetadata } from "../chains/svm/metadata.ts";
import { accountFacts, MAX_ACCOUNTS, type RawAccount } from "../chains/svm/raw-accounts.ts";
import type { Ports } from "../ports.ts";
import { type FoundAllowance, NO_UNIT, unread } from "./found-allowance.ts";
import type { SeenAllowance } from "./seen-allowances.ts";

type Cluster = ReturnType<SvmChains["of"]>;

async function readAccounts(
	cluster: Cluster,
	addresses: readonly string[],
): Promise<ReadonlyMap<string, RawAccount>> {
	const keys = [...new Set(addresses)];
	const read = new Map<string, RawAccount>();
	for (let at = 0; at < keys.length; at += MAX_ACCOUNTS) {
		const some = keys.slice(at, at + MAX_ACCOUNTS);
		const found = await cluster.accounts(some);
		for (const [index, key] of some.entries()) {
			const raw = found[index] ?? null;
			if (raw !== null) read.set(key, raw);
		}
	}
	return read;
}

function delegateOf(met: SeenAllowance, raw: RawAccount | undefined): FoundAllowance | null {
	if (raw === undefined || !TOKEN_PROGRAMS.includes(raw.owner)) return null;
	const { data } = accountFacts(met.token, raw);
	if (data.kind !== "token") return unread(met, message("app.allowances.token-account"));
	if (data.owner !== met.account || data.delegate === null || data.delegatedAmount === 0n) return null;
	return {
		...unread(met, ""),
		spender: data.delegate,
		allowed: { amount: data.delegatedAmount, until: null },
		mint: data.mint,
		program: raw.owner,
		fault: null,
	};
}

function mintUnit(mint: string, accounts: ReadonlyMap<string, RawAccount>): TokenUnit {
	const raw = accounts.get(mint);
	const metadata = accounts.get(metadataAddressOf(mint)) ?? null;
	const data = raw === undefined ? null : withMetadata(mint, accountFacts(mint, raw), metadata).data;
	return data?.kind === "mint" ? { symbol: data.symbol, name: data.name, decimals: data.decimals } : NO_UNIT;
}

async function readSvmAllowances(cluster: Cluster, all: readonly SeenAllowance[]): Promise<FoundAllowance[]> {
	// A token account has only one delegate, so it is read once.
	const byToken = new Map(all.map((met) => [`${met.account} ${met.token}`, met]));
	const met = [...byToken.values()].filter((each) => each.kind === "delegate");
	const accounts = await readAccounts(
		cluster,
		met.map((each) => each.token),
	);
	const found = met.map((each) => delegateOf(each, accounts.get(each.token))).filter((each) => each !== null);
	const mints = await readAccounts(
		cluster,
		found.flatMap(({ mint }) => (mint === null ? [] : [mint, metadataAddressOf(mint)])),
	);
	return found.map((each) => (each.mint === null ? each : { ...each, unit: mintUnit(each.mint, mints) }));
}

const AT_ONCE = 8;
const PATIENCE_MS = 30_000;

const UNUSABLE = message("chain.unusable");
const SLOW = message("app.allowances.too-slow");

const isDown = (cause: unknown): cause is ChainError =>
	cause instanceof ChainError &&
	(cause.kind === "unreachable" ||
		cause.kind === "busy" ||
		cause.kind === "wrong_chain" ||
		cause.kind === "no_rpc");

async function inPool<T, R>(all: readonly T[], work: (each: T) => Promise<R>): Promise<R[]> {
	const results: R[] = [];
	let next = 0;
	const worker = async () => {
		for (let at = next++; at < all.length; at = next++) {
			const each = all[at];
			if (each !== undefined) results[at] = await work(each);
		}
	};
	await Promise.all(Array.from({ length: Math.min(AT_ONCE, all.length) }, worker));
	return results;
}

export interface ReadChain {
	readonly chainRef: string;
	readonly accounts: readonly string[];
	readonly fault: Text | null;
	readonly found: readonly FoundAllowance[];
}

export class AllowanceReader {
	readonly #app;
	readonly #units = new Map<string, TokenUnit>();

	constructor(app: {
		readonly ports: Pick<Ports, "clock" | "log">;
		readonly networks: { readonly chains: Pick<EvmChains, "of">; readonly svmChains: Pick<SvmChains, "of"> };
	}) {
		this.#app = app;
	}

	/** Never rejects. */
	async read(chainRef: string, all: readonly SeenAllowance[]): Promise<ReadChain> {
		const accounts = [...new Set(all.map((met) => met.account))];
		const { svmChains } = this.#app.networks;
		try {
			const found =
				readChainRef(chainRef) === null
					? await readSvmAllowances(svmChains.of(chainRef), all)
					: await this.#readEvm(chainRef, all);
			return { chainRef, accounts, fault: null, found };
		} catch (cause) {
			return { chainRef, accounts, fault: this.#textOf(cause), found: [] };
		}
	}

	#textOf(cause: unknown): Text {
		if (cause instanceof ChainError) return cause.text;
		this.#app.ports.log(`allowances: ${String(cause)}`);
		return UNUSABLE;
	}

	/** Skips zero and expired allowances. Throws if the chain can't be read at all. */
	async #readEvm(chainRef: string, all: readonly SeenAllowance[]): Promise<FoundAllowance[]> {
		const { clock } = this.#app.ports;
		const chain = this.#app.networks.chains.of(readChainRef(chainRef) ?? 0);
		await chain.prove();
		const until = clock.now() + PATIENCE_MS;
		let down: Text | null = null;

		const one = async (met: SeenAllowance): Promise<FoundAllowance | null> => {
			if (down === null && clock.now() > until) down = SLOW;
			if (down !== null) return unread(met, down);
			const { kind } = met;
			const [account, token, spender] = [met.account, met.token, met.spender].map(readAddress);
			if (kind === "delegate" || account == null || token == null || spender == null) return null;
			try {
				const question = { kind, account, token, spender, tokenId: readUint(met.tokenId) };
				const allowed = await readAllowed(chain, PERMIT2, question);
				const isOver = allowed?.until != null && allowed.until * 1000 < clock.now();
				if (allowed === null || isOver) return null;
				return { ...unread(met, ""), allowed, unit: await this.#unitOf(chain, met), fault: null };
			} catch (cause) {
				const text = this.#textOf(cause);
				if (isDown(cause)) down = text;
				return unread(met, text);
			}
		};

		const found = await inPool(all, one);
		return found.filter((each) => each !== null);
	}

	async #unitOf(chain: Parameters<typeof readTokenUnit>[0], met: SeenAllowance): Promise<TokenUnit> {
		const key = `${met.chainRef} ${met.token}`;
		const known = this.#units.get(key);
		const token = readAddress(met.token);
		if (known !== undefined || token === null) return known ?? NO_UNIT;
		const unit = await readTokenUnit(chain, token);
		this.#units.set(key, unit);
		return unit;
	}
}

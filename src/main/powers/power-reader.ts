import { ChainError } from "../../core/chain/chain-error.ts";
import { type Hex, readChainRef } from "../../core/format/numeral.ts";
import { message, type Text } from "../../core/localized-text.ts";
import { readTokenUnit, type TokenUnit } from "../chains/evm/allowances.ts";
import type { EvmChain, EvmChains } from "../chains/evm/chain.ts";
import type { SvmChains } from "../chains/svm/chain.ts";
import type { Ports } from "../ports.ts";
import { readAccountCode, readApproved, withSecondBalances } from "./evm-powers.ts";
import { type FoundPower, unread } from "./found-power.ts";
import type { SeenAllowance } from "./seen-allowances.ts";
import { lacksOwnerIndex, readSvmDelegates, readSvmPowers } from "./svm-powers.ts";

/** Maximum number of concurrent reads, which the chain combines in one query. */
const AT_ONCE = 64;
const PATIENCE_MS = 60_000;

const UNUSABLE = message("chain.unusable");
const SLOW = message("app.powers.too-slow");

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
	/** Reason why nothing or only a part could be read. */
	readonly fault: Text | null;
	readonly found: readonly FoundPower[];
}

export class PowerReader {
	readonly #app;
	readonly #units = new Map<string, TokenUnit>();

	constructor(app: {
		readonly ports: Pick<Ports, "clock" | "log">;
		readonly networks: {
			readonly chains: Pick<EvmChains, "of">;
			readonly secondChains: Pick<EvmChains, "of">;
			readonly svmChains: Pick<SvmChains, "of">;
			hasSecondRpc(chainRef: string): boolean;
		};
	}) {
		this.#app = app;
	}

	/**
	 * Reads which approvals are still valid, and everything else that others can do with the accounts. Never
	 * rejects.
	 */
	async readAll(
		chainRef: string,
		seen: readonly SeenAllowance[],
		accounts: readonly string[],
	): Promise<ReadChain> {
		return await this.#safely(chainRef, accounts, async () =>
			readChainRef(chainRef) === null
				? await this.#readSvm(chainRef, seen, accounts)
				: await this.#readEvm(chainRef, seen, accounts),
		);
	}

	/** Reads only which approvals are still valid. Never rejects. */
	async read(chainRef: string, seen: readonly SeenAllowance[]): Promise<ReadChain> {
		const accounts = [...new Set(seen.map(({ account }) => account))];
		const { svmChains } = this.#app.networks;
		return await this.#safely(chainRef, accounts, async () =>
			readChainRef(chainRef) === null
				? { found: await readSvmDelegates(svmChains.of(chainRef), chainRef, seen), fault: null }
				: await this.#readEvm(chainRef, seen, []),
		);
	}

	async #safely(
		chainRef: string,
		accounts: readonly string[],
		read: () => Promise<Pick<ReadChain, "found" | "fault">>,
	): Promise<ReadChain> {
		try {
			return { chainRef, accounts, ...(await read()) };
		} catch (cause) {
			return { chainRef, accounts, fault: this.#textOf(cause), found: [] };
		}
	}

	#textOf(cause: unknown): Text {
		if (cause instanceof ChainError) return cause.text;
		this.#app.ports.log(`powers: ${String(cause)}`);
		return UNUSABLE;
	}

	async #readSvm(chainRef: string, seen: readonly SeenAllowance[], accounts: readonly string[]) {
		const cluster = this.#app.networks.svmChains.of(chainRef);
		try {
			return { found: await readSvmPowers(cluster, chainRef, accounts), fault: null };
		} catch (cause) {
			if (!lacksOwnerIndex(cause)) throw cause;
			return {
				found: await readSvmDelegates(cluster, chainRef, seen),
				fault: message("app.powers.no-owner-index"),
			};
		}
	}

	/** Omits empty and expired approvals. Throws if the chain can't be read at all. */
	async #readEvm(chainRef: string, seen: readonly SeenAllowance[], accounts: readonly string[]) {
		const { clock } = this.#app.ports;
		const chain = this.#app.networks.chains.of(readChainRef(chainRef) ?? 0);
		await chain.prove();
		const until = clock.now() + PATIENCE_MS;
		let down: Text | null = null;

		const one = async (seen: SeenAllowance): Promise<FoundPower | null> => {
			if (down === null && clock.now() > until) down = SLOW;
			if (down !== null) return unread(seen, down);
			try {
				const unitOf = (token: Hex) => this.#unitOf(chain, chainRef, token);
				const approved = await readApproved(chain, seen, unitOf, clock.now());
				return approved === null ? null : { ...unread(seen, ""), ...approved, fault: null };
			} catch (cause) {
				const text = this.#textOf(cause);
				if (isDown(cause)) down = text;
				return unread(seen, text);
			}
		};

		const [approved, codes] = await Promise.all([
			inPool(seen, one),
			Promise.all(accounts.map((account) => readAccountCode(chain, chainRef, account))),
		]);
		const found = [...codes, ...approved].filter((each) => each !== null);
		const { networks } = this.#app;
		if (!networks.hasSecondRpc(chainRef)) return { found, fault: null };
		const second = networks.secondChains.of(readChainRef(chainRef) ?? 0);
		return { found: await inPool(found, (each) => withSecondBalances(second, each)), fault: null };
	}

	async #unitOf(chain: Pick<EvmChain, "call">, chainRef: string, token: Hex): Promise<TokenUnit> {
		const key = `${chainRef} ${token}`;
		const known = this.#units.get(key);
		if (known !== undefined) return known;
		const unit = await readTokenUnit(chain, token);
		this.#units.set(key, unit);
		return unit;
	}
}

import { isZeroAddress, ZERO_ADDRESS } from "../../../chain/well-known.ts";
import type { Hex } from "../../../format/numeral.ts";
import { plain } from "../../../format/plain.ts";
import { message } from "../../../localized-text.ts";
import { layout, lower } from "../abi.ts";
import { functionsOf } from "../function.ts";
import type { AssetPart, Meaning } from "../meaning.ts";
import { act, type ContractFamily, part, recordedFor, right } from "./act.ts";

/**
 * Sources: ensdomains/ens-contracts (ENSRegistry, ETHRegistrarController from 2020, 2023 and 2025,
 * BaseRegistrar, PublicResolver, ReverseRegistrar, NameWrapper).
 */

const readAddr = layout("function setAddr(bytes32 node, address a)");
const readCoin = layout("function setAddr(bytes32 node, uint256 coinType, bytes a)");
const SET_ADDR = "0xd5fa2b00";
const SET_COIN = "0x8b95dd71";

function pointsTo(record: Hex): readonly AssetPart[] {
	const [selector, body]: readonly [string, Hex] = [record.slice(0, 10), `0x${record.slice(10)}`];
	if (selector === SET_ADDR) {
		const [, address] = readAddr(body) ?? [];
		return address === undefined ? [] : [recordedFor(address)];
	}
	if (selector !== SET_COIN) return [];
	const [, , bytes] = readCoin(body) ?? [];
	return bytes?.length === 42 ? [recordedFor(bytes)] : [];
}

const MAX_LENGTH = 255;
const nameOf = (label: string): string => plain(`${label}.eth`, MAX_LENGTH);

interface Registration {
	readonly label: string;
	readonly owner: string;
	readonly resolver: string;
	readonly data: readonly Hex[];
}

function register({ label, owner, resolver, data }: Registration, value: bigint): Meaning {
	return act("register", {
		about: nameOf(label),
		gives: [part("native", value, { bound: "most" })],
		gets: [recordedFor(owner), ...data.flatMap((each) => pointsTo(lower(each)))],
		venues: isZeroAddress(resolver) ? [] : [resolver],
	});
}

const renew = (label: string, value: bigint): Meaning =>
	act("renew", { about: nameOf(label), gives: [part("native", value, { bound: "most" })] });

export const ENS_CONTROLLER: ContractFamily = {
	app: "ENS",
	functions: functionsOf({
		"commit(bytes32 commitment)": () => act("commit"),
		"register(string name, address owner, uint256 duration, bytes32 secret, address resolver, bytes[] data, bool reverseRecord, uint16 ownerControlledFuses)":
			([label, owner, , , resolver, data], { value }) => register({ label, owner, resolver, data }, value),
		"register((string label, address owner, uint256 duration, bytes32 secret, address resolver, bytes[] data, uint8 reverseRecord, bytes32 referrer) registration)":
			([registration], { value }) => register(registration, value),
		"register(string name, address owner, uint256 duration, bytes32 secret)": ([label, owner], { value }) =>
			register({ label, owner, resolver: ZERO_ADDRESS, data: [] }, value),
		"renew(string name, uint256 duration)": ([label], { value }) => renew(label, value),
		"renew(string name, uint256 duration, bytes32 referrer)": ([label], { value }) => renew(label, value),
	}),
};

const owned = (holder: string) => act("right", { rights: [right("name", holder)] });

export const ENS_REGISTRY: ContractFamily = {
	app: "ENS",
	functions: functionsOf({
		"setOwner(bytes32 node, address owner)": ([, owner]) => owned(owner),
		"setSubnodeOwner(bytes32 node, bytes32 label, address owner)": ([, , owner]) => owned(owner),
		"setResolver(bytes32 node, address resolver)": ([, resolver]) =>
			act("record", { about: "resolver", venues: [resolver] }),
		"setRecord(bytes32 node, address owner, address resolver, uint64 ttl)": ([, owner, resolver]) =>
			act("right", { rights: [right("name", owner)], venues: [resolver] }),
		"setSubnodeRecord(bytes32 node, bytes32 label, address owner, address resolver, uint64 ttl)": ([
			,
			,
			owner,
			resolver,
		]) => act("right", { rights: [right("name", owner)], venues: [resolver] }),
		"setTTL(bytes32 node, uint64 ttl)": () => act("record", { about: "lifetime" }),
	}),
};

export const ENS_REGISTRAR: ContractFamily = {
	app: "ENS",
	functions: functionsOf({ "reclaim(uint256 id, address owner)": ([, owner]) => owned(owner) }),
};

export const ENS_RESOLVER: ContractFamily = {
	app: "ENS",
	multicall: true,
	functions: functionsOf({
		"setAddr(bytes32 node, address a)": ([, to]) =>
			act("record", { about: "address", gets: [recordedFor(to)] }),
		"setAddr(bytes32 node, uint256 coinType, bytes a)": ([, coin, bytes]) =>
			act("record", {
				about: coin === 60n ? "address" : message("act.record.coin-address", { coin: String(coin) }),
				gets: bytes.length === 42 ? [recordedFor(bytes)] : [],
			}),
		"setText(bytes32 node, string key, string value)": () => act("record", { about: "text" }),
		"setContenthash(bytes32 node, bytes hash)": () => act("record", { about: "content" }),
		"setName(bytes32 node, string newName)": () => act("record", { about: "name" }),
		"approve(bytes32 node, address delegate, bool approved)": ([, holder, given]) =>
			act("right", { rights: [right("name", holder, given)] }),
		"setApprovalForAll(address operator, bool approved)": ([holder, given]) =>
			act("right", { rights: [right("name", holder, given)] }),
	}),
};

export const ENS_REVERSE: ContractFamily = {
	app: "ENS",
	functions: functionsOf({
		"setName(string name)": () => act("record", { about: "own-name" }),
		"claim(address owner)": ([owner]) => owned(owner),
	}),
};

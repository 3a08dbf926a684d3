import type { Hex } from "../../../format/numeral.ts";
import { plain } from "../../../format/plain.ts";
import { message } from "../../../localized-text.ts";
import { layout, lower } from "../abi.ts";
import { known } from "../function.ts";
import type { AssetPart, Meaning } from "../meaning.ts";
import { act, booked, type ContractFamily, part, right } from "./act.ts";

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
		return address === undefined ? [] : [booked(address)];
	}
	if (selector !== SET_COIN) return [];
	const [, , bytes] = readCoin(body) ?? [];
	return bytes?.length === 42 ? [booked(bytes)] : [];
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
		gets: [booked(owner), ...data.flatMap((each) => pointsTo(lower(each)))],
		venues: /^0x0{40}$/.test(resolver) ? [] : [resolver],
	});
}

const renew = (label: string, value: bigint): Meaning =>
	act("renew", { about: nameOf(label), gives: [part("native", value, { bound: "most" })] });

export const ENS_CONTROLLER: ContractFamily = {
	app: "ENS",
	functions: [
		known("function commit(bytes32 commitment)", () => act("commit")),
		known(
			"function register(string name, address owner, uint256 duration, bytes32 secret, address resolver, bytes[] data, bool reverseRecord, uint16 ownerControlledFuses)",
			([label, owner, , , resolver, data], { value }) => register({ label, owner, resolver, data }, value),
		),
		known(
			"function register((string label, address owner, uint256 duration, bytes32 secret, address resolver, bytes[] data, uint8 reverseRecord, bytes32 referrer) registration)",
			([registration], { value }) => register(registration, value),
		),
		known(
			"function register(string name, address owner, uint256 duration, bytes32 secret)",
			([label, owner], { value }) =>
				register({ label, owner, resolver: `0x${"0".repeat(40)}`, data: [] }, value),
		),
		known("function renew(string name, uint256 duration)", ([label], { value }) => renew(label, value)),
		known("function renew(string name, uint256 duration, bytes32 referrer)", ([label], { value }) =>
			renew(label, value),
		),
	],
};

const owned = (holder: string) => act("right", { rights: [right("name", holder)] });

export const ENS_REGISTRY: ContractFamily = {
	app: "ENS",
	functions: [
		known("function setOwner(bytes32 node, address owner)", ([, owner]) => owned(owner)),
		known("function setSubnodeOwner(bytes32 node, bytes32 label, address owner)", ([, , owner]) =>
			owned(owner),
		),
		known("function setResolver(bytes32 node, address resolver)", ([, resolver]) =>
			act("record", { about: "resolver", venues: [resolver] }),
		),
		known(
			"function setRecord(bytes32 node, address owner, address resolver, uint64 ttl)",
			([, owner, resolver]) => act("right", { rights: [right("name", owner)], venues: [resolver] }),
		),
		known(
			"function setSubnodeRecord(bytes32 node, bytes32 label, address owner, address resolver, uint64 ttl)",
			([, , owner, resolver]) => act("right", { rights: [right("name", owner)], venues: [resolver] }),
		),
		known("function setTTL(bytes32 node, uint64 ttl)", () => act("record", { about: "lifetime" })),
	],
};

export const ENS_REGISTRAR: ContractFamily = {
	app: "ENS",
	functions: [known("function reclaim(uint256 id, address owner)", ([, owner]) => owned(owner))],
};

export const ENS_RESOLVER: ContractFamily = {
	app: "ENS",
	multicall: true,
	functions: [
		known("function setAddr(bytes32 node, address a)", ([, to]) =>
			act("record", { about: "address", gets: [booked(to)] }),
		),
		known("function setAddr(bytes32 node, uint256 coinType, bytes a)", ([, coin, bytes]) =>
			act("record", {
				about: coin === 60n ? "address" : message("act.record.coin-address", { coin: String(coin) }),
				gets: bytes.length === 42 ? [booked(bytes)] : [],
			}),
		),
		known("function setText(bytes32 node, string key, string value)", () => act("record", { about: "text" })),
		known("function setContenthash(bytes32 node, bytes hash)", () => act("record", { about: "content" })),
		known("function setName(bytes32 node, string newName)", () => act("record", { about: "name" })),
		known("function approve(bytes32 node, address delegate, bool approved)", ([, holder, given]) =>
			act("right", { rights: [right("name", holder, given)] }),
		),
		known("function setApprovalForAll(address operator, bool approved)", ([holder, given]) =>
			act("right", { rights: [right("name", holder, given)] }),
		),
	],
};

export const ENS_REVERSE: ContractFamily = {
	app: "ENS",
	functions: [
		known("function setName(string name)", () => act("record", { about: "own-name" })),
		known("function claim(address owner)", ([owner]) => owned(owner)),
	],
};

import type { TypedData, TypedNode } from "../match/typed-data/reading.ts";
import { sameAddress } from "../people/labels.ts";
import { namesPower } from "./plain-text.ts";
import { keysFinding } from "./texts.ts";

/**
 * Recognises typed data that moves and allows nothing, as following a space of Snapshot's: no contract reads it, and it
 * names no account but the signer's, no amount, no bytes, and no word of money, rights or keys.
 */

/** Words of a server's settings, beyond those of money: they may give somebody access. */
const SETTINGS = new Set(
	`action admin alias api bind close code credential deactivate delete device disable enable export invite issue leverage
	link liquidate login margin member module pair password pin position reclaim redeem register registration remove
	renew reset session settings stark subscribe trust unstake update whitelist zk`.split(/\s+/),
);

const wordsOf = (text: string): readonly string[] =>
	text
		.replace(/([a-z])([A-Z])/g, "$1 $2")
		.toLowerCase()
		.split(/[^a-z]+/);

const isHarmless = (text: string): boolean => {
	const words = wordsOf(text);
	return !namesPower(words.join(" ")) && !words.some((word) => SETTINGS.has(word));
};

const TIMES: ReadonlySet<string> = new Set([
	"timestamp",
	"issuedAt",
	"createdAt",
	"expiresAt",
	"time",
	"nonce",
]);

/** Parts of names as "gitcoindao.eth"; a number alone may be an amount or a code, and a long part a key. */
const NAME =
	/^(?![0-9]+(?:[ ._-]|$))[A-Za-z0-9]{1,24}(?:[ ._-](?![0-9]+(?:[ ._-]|$))[A-Za-z0-9]{1,24}){0,4}$/;
const ADDRESS = /^0x/i;
const ENS = /\.eth$/;

const isHarmlessName = (text: string): boolean =>
	NAME.test(text) && !ADDRESS.test(text) && isHarmless(text.replace(ENS, ""));

function isHarmlessMember({ name, type, value }: TypedNode, signer: string): boolean {
	if (value === null || !isHarmless(name)) return false;
	if (type === "address") return sameAddress(value, signer);
	if (type === "string") return value === "" || isHarmlessName(value);
	return /^uint(?:64|256)$/.test(type) && TIMES.has(name);
}

export function isStatement(data: TypedData, signer: string): boolean {
	const { domain, domainTree, primaryType, tree } = data;
	if (domain.chainId !== null || domain.verifyingContract !== null || !isHarmless(primaryType)) return false;
	const texts = [...domainTree, ...tree].flatMap(({ type, value }) =>
		type === "string" && value !== null ? [value] : [],
	);
	return (
		domainTree.every(
			({ name, type, value }) =>
				type === "string" && (name === "version" || (name === "name" && isHarmless(value ?? ""))),
		) &&
		keysFinding([primaryType, ...texts].join(" ")) === null &&
		tree.length > 0 &&
		tree.every((each) => isHarmlessMember(each, signer))
	);
}

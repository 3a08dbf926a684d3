import { z } from "zod";

const QUANTITY = /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]*)$/;

export const quantity = z
	.string()
	.regex(QUANTITY)
	.max(66)
	.transform((hex) => BigInt(hex));

export const smallQuantity = quantity
	.refine((value) => value <= BigInt(Number.MAX_SAFE_INTEGER))
	.transform((value) => Number(value));

const isHex = (text: string) => text.length % 2 === 0 && /^0x[0-9a-fA-F]*$/.test(text);

export const bytes = z
	.string()
	.refine(isHex)
	.transform((hex): `0x${string}` => `0x${hex.slice(2).toLowerCase()}`);

export const hash = bytes.refine((hex) => hex.length === 66);
export const address = bytes.refine((hex) => hex.length === 42);

export const block = z.looseObject({
	number: quantity.nullable(),
	timestamp: quantity,
	baseFeePerGas: quantity.nullish(),
});

export const log = z.looseObject({ address, topics: z.array(hash), data: bytes });

export const receipt = z.looseObject({
	transactionHash: hash,
	status: quantity.nullish(),
	blockNumber: quantity,
	blockHash: hash,
	gasUsed: quantity,
	effectiveGasPrice: quantity.nullish(),
	l1Fee: quantity.nullish(),
	logs: z.array(log),
});

export const transaction = z.looseObject({ hash, blockNumber: quantity.nullish() });

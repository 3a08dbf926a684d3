import { type Address, getAddress, type Hex, keccak256, slice, stringToHex } from "viem";

/** Counterparties of the attacks: addresses without a known key, at constants that look like any other. */

const named = (name: string): Address => getAddress(slice(keccak256(stringToHex(`corpus ${name}`)), 12));

/** Another of the thief's accounts, without code and equally unknown. */
export const THIEF_TOO: Address = named("thief too");
/** The user's contact "Landlord" in the cases that have one. */
export const LANDLORD: Address = getAddress("0x4a7B1C0dE52f3A6b8C9d0E1F2a3B4C5d6E7f8A9b".toLowerCase());
/** Matches `LANDLORD` at both ends only, so explorers and wallets abbreviate both alike. */
export const FALSE_LANDLORD: Address = getAddress("0x4a7B1c66f00d9911b2c7e05d3aa84f10946f8a9B".toLowerCase());

/** The address of something that the corpus alone has. */
export const placeOf = (name: string): Address => named(`place ${name}`);

/** An address as a word of calldata. */
export const wordOf = (address: Address): Hex => `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;

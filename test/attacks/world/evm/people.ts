import { type Address, getAddress, type Hex, keccak256, slice, stringToHex } from "viem";

/** Counterparties of attacks. Nobody has a key for their addresses, which are constants that look random. */

const addressFor = (name: string): Address => getAddress(slice(keccak256(stringToHex(`corpus ${name}`)), 12));

/** Another account of the thief, also without code and unknown. */
export const THIEF_TOO: Address = addressFor("thief too");
/** The contact "Landlord", in the cases where the user has it. */
export const LANDLORD: Address = getAddress("0x4a7B1C0dE52f3A6b8C9d0E1F2a3B4C5d6E7f8A9b".toLowerCase());
/** Same first and last characters as `LANDLORD`, so that explorers and wallets shorten both alike. */
export const FALSE_LANDLORD: Address = getAddress("0x4a7B1c66f00d9911b2c7e05d3aa84f10946f8a9B".toLowerCase());

/** Returns the address of a contract that only the corpus has. */
export const corpusAddress = (name: string): Address => addressFor(`place ${name}`);

/** Encodes an address as a word of calldata. */
export const wordOf = (address: Address): Hex => `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;

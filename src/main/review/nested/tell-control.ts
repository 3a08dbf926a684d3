import { nameOf, shortAddress } from "../subject.ts";
import type { Meaning } from "./meaning.ts";
import { none, type Said, type Teller } from "./said.ts";

/** OpenZeppelin's DEFAULT_ADMIN_ROLE: who has it gives out every other. */
const ADMIN_ROLE = `0x${"0".repeat(64)}`;

function roleName(role: string | null): string {
	return role === ADMIN_ROLE ? "the role that rules all others" : `the role ${role?.slice(0, 10) ?? ""}…`;
}

/** Sentences about who rules a contract. */
export function tellControl(telling: Teller, meaning: Extract<Meaning, { kind: "control" }>): Said {
	const { person, decoded } = telling;
	const where = nameOf(person, decoded.target);
	const who = meaning.to === null ? "" : nameOf(person, meaning.to);
	switch (meaning.what) {
		case "owner":
			return none(`Makes ${who} the owner of ${where}`);
		case "renounce":
			return none(`Leaves ${where} without an owner for ever`);
		case "accept":
			return none(`Takes over ${where} as its owner`);
		case "grant":
			return none(`Gives ${who} ${roleName(meaning.role)} of ${where}`);
		case "revoke":
			return none(`Takes ${roleName(meaning.role)} of ${where} from ${who}`);
		case "upgrade":
			return none(
				`Replaces the code of ${where} with that of ${who}${meaning.bytes > 0 ? ", and runs it at once" : ""}`,
			);
		case "admin":
			return none(`Makes ${who} the one that can replace the code of ${where}`);
		case "safe-owner-added":
			return none(
				`Makes ${who} an owner of the Safe ${where}, which then asks for ${meaning.threshold} of them`,
			);
		case "safe-owner-removed":
			return none(
				`Takes ${who} from the owners of the Safe ${where}, which then asks for ${meaning.threshold}`,
			);
		case "safe-owner-swapped":
			return none(
				`Makes ${who} an owner of the Safe ${where} in the place of ${nameOf(person, meaning.from ?? "")}`,
			);
		case "safe-threshold":
			return none(`Makes the Safe ${where} ask for ${meaning.threshold} of its owners`);
		case "safe-module":
			return none(`Lets the contract ${who} act as the Safe ${where} without its owners`);
		case "safe-module-removed":
			return none(`Lets the contract ${who} no longer act as the Safe ${where}`);
		case "safe-guard":
			return none(
				/^0x0{40}$/.test(meaning.to ?? "")
					? `Takes the guard from the Safe ${where}`
					: `Makes ${who} the guard that can stop the Safe ${shortAddress(decoded.target)}`,
			);
		case "safe-handler":
			return none(`Makes ${who} answer for the Safe ${where} what it does not know itself`);
	}
}

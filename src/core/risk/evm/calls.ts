import { sameAddress } from "../../people/labels.ts";
import type { User } from "../../subject/subject.ts";

export const isOwn = (user: User, address: string): boolean =>
	user.accounts.some((account) => sameAddress(account, address));

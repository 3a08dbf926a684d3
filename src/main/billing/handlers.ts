import { message } from "../../core/message.ts";
import type { accountProcedures, accountTrustedProcedures } from "../../ipc/billing.ts";
import type { HandlersOf } from "../handlers.ts";
import { refused } from "../outcome.ts";
import { type LeadDeps, leadTo } from "../wallet/phrase.ts";
import type { ServiceAccount } from "./service-account.ts";

/** What the commands about the account with the service need. */
export interface BillingDeps {
	account(): { readonly serviceAccount: ServiceAccount };
}

/** The desk's commands about the account with the service. */
export function accountHandlers(deps: BillingDeps & LeadDeps): HandlersOf<typeof accountProcedures> {
	const account = () => deps.account().serviceAccount;
	return {
		readAccount: () => account().read(),
		moreCredits: () => account().more(),
		readSecrets: ({ applicationId }) => account().secrets(applicationId),
		async askTopUp() {
			account().clearTopUp();
			return leadTo(deps, { kind: "topUp" });
		},
		async askRemoveApp({ applicationId }) {
			if (account().app(applicationId) === null) return refused(message("account.app-unknown"));
			return leadTo(deps, { kind: "removeApp", applicationId });
		},
	};
}

/** Commands of the trusted window: paying, and removing an app. */
export function accountTrustedHandlers(
	deps: BillingDeps & Pick<LeadDeps, "place">,
): HandlersOf<typeof accountTrustedProcedures> {
	const account = () => deps.account().serviceAccount;
	return {
		async topUp({ amountMicrousd }) {
			if (deps.place().kind !== "topUp") return refused(message("account.top-up.not-on-screen"));
			return await account().topUp(BigInt(amountMicrousd));
		},
		async retryTopUp() {
			if (deps.place().kind !== "topUp") return refused(message("account.top-up.not-on-screen"));
			return await account().retryTopUp();
		},
		async removeApp({ applicationId, name }) {
			const place = deps.place();
			if (place.kind !== "removeApp" || place.applicationId !== applicationId)
				return refused(message("account.app-not-on-screen"));
			return await account().remove(applicationId, name);
		},
	};
}

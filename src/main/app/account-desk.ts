import type { accountProcedures, accountTrustedProcedures } from "../../bridge/account-procedures.ts";
import type { HandlersOf } from "./handlers.ts";
import { refused } from "./outcome.ts";
import type { App } from "./parts.ts";
import { leadTo } from "./phrase.ts";

/** The desk's wishes about the account with the service. */
export function accountHandlers(app: App): HandlersOf<typeof accountProcedures> {
	const account = () => app.account().serviceAccount;
	return {
		readAccount: () => account().read(),
		moreCredits: () => account().more(),
		readSecrets: ({ applicationId }) => account().secrets(applicationId),
		async askTopUp() {
			account().clearTopUp();
			return leadTo(app, { kind: "topUp" });
		},
		async askRemoveApp({ applicationId }) {
			if (account().app(applicationId) === null)
				return refused("This app is not known here yet. Nothing was removed; look it up first.");
			return leadTo(app, { kind: "removeApp", applicationId });
		},
	};
}

/** The trusted window's: paying, and removing an app. */
export function accountTrustedHandlers(app: App): HandlersOf<typeof accountTrustedProcedures> {
	const account = () => app.account().serviceAccount;
	return {
		async topUp({ amountMicrousd }) {
			if (app.place().kind !== "topUp") return refused("The top-up is not on screen. Nothing was paid.");
			return await account().topUp(BigInt(amountMicrousd));
		},
		async retryTopUp() {
			if (app.place().kind !== "topUp") return refused("The top-up is not on screen. Nothing was paid.");
			return await account().retryTopUp();
		},
		async removeApp({ applicationId, name }) {
			const place = app.place();
			if (place.kind !== "removeApp" || place.applicationId !== applicationId)
				return refused("This app is not the one on screen. Nothing was removed.");
			return await account().remove(applicationId, name);
		},
	};
}

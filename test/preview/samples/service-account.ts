import type { ServiceAccountView } from "../../../src/bridge/account-views.ts";

/** Prepaid credit and installed apps. */
export function serviceAccount(change: Partial<ServiceAccountView> = {}): ServiceAccountView {
	return {
		offered: true,
		words: null,
		credits: null,
		creditsFault: null,
		topUp: null,
		apps: null,
		appsFault: null,
		loading: false,
		...change,
	};
}

import type { TopUpView } from "../../../ipc/billing.ts";

/**
 * Returns the options of the top-up screen. While the last outcome is unknown, other amounts are collapsed:
 * main refuses them until the service may have dropped the first one's key.
 */
export function topUpOffers(topUp: Pick<TopUpView, "state"> | null): {
	readonly form: "open" | "folded" | "none";
	readonly retry: boolean;
} {
	switch (topUp?.state) {
		case "sending":
			return { form: "none", retry: false };
		case "unclear":
			return { form: "folded", retry: true };
		case "payment_needed":
			return { form: "open", retry: true };
		default:
			return { form: "open", retry: false };
	}
}

/**
 * Returns the typed text if it exactly equals the app's name, ignoring surrounding spaces; otherwise `null`.
 */
export function typedName(typed: string, app: string): string | null {
	return [typed, typed.trim()].find((name) => name !== "" && name === app) ?? null;
}

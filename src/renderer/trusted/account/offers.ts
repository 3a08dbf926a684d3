import type { TopUpView } from "../../../ipc/billing.ts";

/**
 * What the top-up screen offers. Where it is not known whether one was taken, another amount is folded away: main
 * refuses it until the service may have forgotten the first one's key.
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

/** What was typed, where it is the app's name letter for letter; spaces round it are forgiven. Null where it is not. */
export function typedName(typed: string, app: string): string | null {
	return [typed, typed.trim()].find((name) => name !== "" && name === app) ?? null;
}

import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import type { TokenWish } from "./token.ts";

/** Written, never read back: the window knows only whether a token is held. */
export function TokenField({
	wish,
	onWish,
	hasToken,
	keeping,
}: {
	wish: TokenWish;
	onWish: (wish: TokenWish) => void;
	hasToken: boolean;
	keeping: string;
}) {
	const help =
		wish.kind === "forget"
			? "The held token is forgotten when you save."
			: hasToken
				? `${keeping} Leave this empty to keep it.`
				: keeping;
	return (
		<div className="flex flex-wrap items-start gap-2">
			<Field
				label="Token"
				secret
				mono
				maxLength={16_384}
				value={wish.kind === "set" ? wish.token : ""}
				onText={(token) => onWish(token === "" ? { kind: "keep" } : { kind: "set", token })}
				placeholder={hasToken && wish.kind !== "forget" ? "••••••••••••" : ""}
				help={help}
				className="min-w-40 flex-1"
			/>
			{hasToken && (
				<Button
					look="quiet"
					className="mt-6"
					aria-pressed={wish.kind === "forget"}
					onClick={() => onWish(wish.kind === "forget" ? { kind: "keep" } : { kind: "forget" })}
				>
					{wish.kind === "forget" ? "Keep it" : "Forget"}
				</Button>
			)}
		</div>
	);
}

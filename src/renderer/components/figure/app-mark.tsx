import clsx from "clsx";
import { initial } from "../review/sentences.ts";

/** Mark of an app or session: the first letter of its name, never a picture it provides. */
export function AppMark({ name, className }: { name: string; className?: string }) {
	return (
		<span
			aria-hidden
			className={clsx(
				"grid shrink-0 place-items-center rounded-sm bg-accent-soft font-semibold text-accent",
				className ?? "size-8 text-f2",
			)}
		>
			{initial(name)}
		</span>
	);
}

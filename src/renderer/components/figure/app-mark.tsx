import clsx from "clsx";
import { initial } from "../review/sentences.ts";

/** Shows the first letter of the app's name, never a picture that the app supplies. */
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

/** What a commit does, and what it does not. */
export function Meaning() {
	return (
		<ul className="mt-2 grid list-disc gap-1 pl-4.5 text-f2 text-pretty text-ink-2 marker:text-ink-3">
			<li>The service checks it, simulates it once more and takes it over. Committing signs nothing here.</li>
			<li>
				What needs your signature comes to the inbox as a request, and is signed only after its own review.
			</li>
			<li>
				<b className="font-semibold text-ink">
					With a hosted or automatic submitter it may be carried out without another signature of yours: look
					now.
				</b>
			</li>
		</ul>
	);
}

/** A Vitest reporter: what passed at its second try only is said, in the stage's log and by scripts/test.mjs. */
export default class SecondTry {
	onTestCaseResult(test) {
		if (test.diagnostic()?.flaky === true)
			console.log(`\n${SECOND_TRY} ${test.module.moduleId} > ${test.fullName}`);
	}
}

/** What each such line begins with. */
export const SECOND_TRY = "passed at the second try only:";

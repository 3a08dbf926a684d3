/**
 * Vitest reporter that lists the tests that passed only on retry, for the stage's log and scripts/test.mjs.
 */
export default class SecondTry {
	onTestCaseResult(test) {
		if (test.diagnostic()?.flaky === true)
			console.log(`\n${SECOND_TRY} ${test.module.moduleId} > ${test.fullName}`);
	}
}

/** Prefix of each line in that list. */
export const SECOND_TRY = "passed at the second try only:";

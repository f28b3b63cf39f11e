//! The ledger of the national championship of a season.

super::operations::ledger_operations! {
    target: super::of_season,
    path: SeasonPath, MpDeclinePath, season,
    ledger: "The qualifications to the national championship of a season: one account for each event, with its seats and their chain of custody.",
    proposals: "What the rules propose about the national championship of a season, with the digests that acts answer.",
    operations: {
        ledger: "/api/v1/seasons/{season}/qualifications/mp/ledger", "getMpLedger",
        list_proposals: "/api/v1/seasons/{season}/qualifications/mp/proposals", "listMpProposals",
        grant: "/api/v1/seasons/{season}/qualifications/mp/grants", "grantMpQualifications",
        decline: "/api/v1/seasons/{season}/qualifications/mp/declines", "declineMpQualification",
        withhold: "/api/v1/seasons/{season}/qualifications/mp/withholdings", "withholdMpQualifications",
        withdraw_withholding: "/api/v1/seasons/{season}/qualifications/mp/withholdings/withdrawal", "restoreMpQualifications",
        revoke: "/api/v1/seasons/{season}/qualifications/mp/revocations", "revokeMpQualification",
        uphold: "/api/v1/seasons/{season}/qualifications/mp/upholdings", "upholdMpQualification",
        withdraw_decline: "/api/v1/seasons/{season}/qualifications/mp/declines/{event_id}/{player}", "withdrawMpDecline",
    }
}

//! The ledger of a voivodeship championship.

super::operations::ledger_operations! {
    target: super::of_championship,
    path: MwPath, MwDeclinePath, id,
    ledger: "The qualifications to a voivodeship championship: one account for each event, with its seats and their chain of custody.",
    proposals: "What the rules propose about a voivodeship championship, with the digests that acts answer.",
    operations: {
        ledger: "/api/v1/mw/{id}/ledger", "getMwLedger",
        list_proposals: "/api/v1/mw/{id}/proposals", "listMwProposals",
        grant: "/api/v1/mw/{id}/grants", "grantMwQualifications",
        decline: "/api/v1/mw/{id}/declines", "declineMwQualification",
        withhold: "/api/v1/mw/{id}/withholdings", "withholdMwQualifications",
        withdraw_withholding: "/api/v1/mw/{id}/withholdings/withdrawal", "restoreMwQualifications",
        revoke: "/api/v1/mw/{id}/revocations", "revokeMwQualification",
        uphold: "/api/v1/mw/{id}/upholdings", "upholdMwQualification",
        withdraw_decline: "/api/v1/mw/{id}/declines/{event_id}/{player}", "withdrawMwDecline",
    }
}

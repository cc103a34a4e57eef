extension RequirementCatalogue {
  /// Every id, grouped: `standard obligation: ids`. Written by a script from the catalogues; never edited by hand.
  ///
  /// Ids and obligation words only. `Scripts/check` greps this text, so that a tag in the source cannot name a
  /// requirement that does not exist. Source: BSI TR-03161-1 v3.0, TR-03161-3 v2.0, OWASP MASVS v2.1.0, OWASP
  /// MASWE, GDPR Article 32.
  static let identifiers = """
    tr03161Part1 must:
      O.Purp_1 O.Purp_3 O.Purp_5 O.Purp_6 O.Purp_7 O.Arch_1 O.Arch_2 O.Arch_3 O.Arch_4 O.Arch_5 O.Arch_6 O.Arch_7
      O.Arch_9 O.Arch_11 O.Arch_12 O.Source_1 O.Source_2 O.Source_4 O.Source_6 O.Source_7 O.Source_8 O.TrdP_1
      O.TrdP_2 O.TrdP_3 O.TrdP_4 O.TrdP_5 O.TrdP_7 O.Cryp_2 O.Cryp_3 O.Cryp_5 O.Rand_1 O.Auth_1 O.Auth_3 O.Auth_7
      O.Auth_8 O.Auth_9 O.Auth_10 O.Auth_12 O.Auth_13 O.Auth_14 O.Auth_15 O.Pass_1 O.Pass_3 O.Pass_4 O.Pass_5
      O.Data_1 O.Data_2 O.Data_6 O.Data_8 O.Data_9 O.Data_13 O.Data_14 O.Data_15 O.Data_16 O.Data_17 O.Paid_1
      O.Paid_2 O.Paid_3 O.Paid_5 O.Paid_7 O.Paid_8 O.Paid_10 O.Ntwk_1 O.Ntwk_2 O.Ntwk_3 O.Ntwk_4 O.Ntwk_5 O.Ntwk_6
      O.Ntwk_7 O.Ntwk_8 O.Plat_3 O.Plat_6 O.Plat_8 O.Plat_9 O.Plat_10 O.Plat_11 O.Plat_13 O.Resi_1 O.Resi_2
      O.Resi_3 O.Resi_4 O.Resi_6 O.Resi_8 O.Resi_9 O.Resi_10
    tr03161Part1 mustNot:
      O.Purp_2 O.Purp_4 O.Purp_8 O.Purp_9 O.Arch_8 O.Source_3 O.TrdP_8 O.Cryp_1 O.Cryp_4 O.Auth_11 O.Data_4
      O.Data_5 O.Data_12 O.Plat_2 O.Plat_4 O.Plat_7
    tr03161Part1 should:
      O.Arch_10 O.Source_5 O.Source_9 O.Source_10 O.TrdP_6 O.Cryp_6 O.Cryp_7 O.Auth_2 O.Auth_5 O.Auth_6 O.Data_3
      O.Data_7 O.Data_10 O.Data_11 O.Paid_6 O.Paid_9 O.Plat_1 O.Plat_12 O.Plat_14 O.Resi_5 O.Resi_7
    tr03161Part1 may:
      O.Auth_4 O.Pass_2 O.Data_18 O.Paid_4 O.Plat_5
    tr03161Part3 mustNot:
      O.Purp_1 O.Purp_3 O.Purp_7 O.TrdP_8 O.Cryp_1 O.Cryp_4 O.Auth_12 O.Auth_19 O.Data_2 O.Data_5 O.Data_6
    tr03161Part3 must:
      O.Purp_2 O.Purp_4 O.Purp_5 O.Arch_1 O.Arch_2 O.Arch_3 O.Arch_4 O.Arch_5 O.Arch_6 O.Arch_7 O.Arch_8 O.Arch_9
      O.Arch_11 O.Arch_12 O.Source_1 O.Source_2 O.Source_3 O.Source_5 O.Source_6 O.Source_7 O.Source_8 O.TrdP_1
      O.TrdP_2 O.TrdP_3 O.TrdP_4 O.TrdP_5 O.TrdP_7 O.TrdP_9 O.TrdP_10 O.Cryp_2 O.Cryp_3 O.Cryp_5 O.Cryp_8 O.Rand_1
      O.Auth_1 O.Auth_2 O.Auth_4 O.Auth_7 O.Auth_9 O.Auth_10 O.Auth_11 O.Auth_14 O.Auth_15 O.Auth_16 O.Auth_17
      O.Auth_18 O.Auth_20 O.Auth_21 O.Pass_1 O.Pass_3 O.Pass_4 O.Pass_5 O.Data_1 O.Data_3 O.Data_4 O.Data_7
      O.Paid_1 O.Paid_2 O.Paid_4 O.Paid_5 O.Paid_6 O.Paid_7 O.Ntwk_1 O.Ntwk_2 O.Ntwk_3 O.Ntwk_4 O.Ntwk_5 O.Ntwk_6
      O.Ntwk_7 O.Ntwk_8 O.Ntwk_9 O.Ntwk_10 O.Org_1 O.Org_2 O.Org_3 O.Org_4 O.Org_5
    tr03161Part3 should:
      O.Purp_6 O.Arch_10 O.Source_4 O.Source_9 O.Source_10 O.Source_11 O.Cryp_6 O.Cryp_7 O.Auth_3 O.Auth_6
      O.Auth_8 O.Auth_13 O.Paid_3
    tr03161Part3 shouldNot:
      O.TrdP_6
    tr03161Part3 may:
      O.Auth_5 O.Pass_2 O.Data_8
    tr03161Older unstated:
      O.Sess_1 O.Sess_2 O.Sess_3 O.Sess_4 O.Sess_5 O.Sess_6 O.Sess_7 O.Tokn_1 O.Tokn_2 O.Tokn_3 O.Tokn_4 O.Tokn_5
      O.Tokn_6 O.Biom_1 O.Biom_2 O.Biom_3 O.Biom_4 O.Biom_5 O.Biom_6 O.Biom_7 O.Biom_8 O.Rand_2 O.Rand_3 O.Rand_4
    masvs unstated:
      MASVS-STORAGE-1 MASVS-STORAGE-2 MASVS-CRYPTO-1 MASVS-CRYPTO-2 MASVS-AUTH-1 MASVS-AUTH-2 MASVS-AUTH-3
      MASVS-NETWORK-1 MASVS-NETWORK-2 MASVS-PLATFORM-1 MASVS-PLATFORM-2 MASVS-PLATFORM-3 MASVS-CODE-1 MASVS-CODE-2
      MASVS-CODE-3 MASVS-CODE-4 MASVS-RESILIENCE-1 MASVS-RESILIENCE-2 MASVS-RESILIENCE-3 MASVS-RESILIENCE-4
      MASVS-PRIVACY-1 MASVS-PRIVACY-2 MASVS-PRIVACY-3 MASVS-PRIVACY-4
    maswe unstated:
      MASWE-0001 MASWE-0002 MASWE-0003 MASWE-0004 MASWE-0005 MASWE-0006 MASWE-0007 MASWE-0008 MASWE-0009
      MASWE-0010 MASWE-0011 MASWE-0012 MASWE-0013 MASWE-0014 MASWE-0015 MASWE-0016 MASWE-0017 MASWE-0018
      MASWE-0019 MASWE-0020 MASWE-0021 MASWE-0022 MASWE-0023 MASWE-0024 MASWE-0025 MASWE-0026 MASWE-0027
      MASWE-0028 MASWE-0029 MASWE-0030 MASWE-0031 MASWE-0032 MASWE-0033 MASWE-0034 MASWE-0035 MASWE-0036
      MASWE-0037 MASWE-0038 MASWE-0039 MASWE-0040 MASWE-0041 MASWE-0042 MASWE-0043 MASWE-0044 MASWE-0045
      MASWE-0046 MASWE-0047 MASWE-0048 MASWE-0049 MASWE-0050 MASWE-0051 MASWE-0052 MASWE-0053 MASWE-0054
      MASWE-0055 MASWE-0056 MASWE-0057 MASWE-0058 MASWE-0059 MASWE-0060 MASWE-0061 MASWE-0062 MASWE-0063
      MASWE-0064 MASWE-0065 MASWE-0066 MASWE-0067 MASWE-0068 MASWE-0069 MASWE-0070 MASWE-0071 MASWE-0072
      MASWE-0073 MASWE-0074 MASWE-0075 MASWE-0076 MASWE-0077 MASWE-0078
    masweBeta unstated:
      MASWE-0001 MASWE-0002 MASWE-0003 MASWE-0004 MASWE-0005 MASWE-0006 MASWE-0007 MASWE-0008 MASWE-0009
      MASWE-0010 MASWE-0011 MASWE-0012 MASWE-0013 MASWE-0014 MASWE-0015 MASWE-0016 MASWE-0017 MASWE-0018
      MASWE-0019 MASWE-0020 MASWE-0021 MASWE-0022 MASWE-0023 MASWE-0024 MASWE-0025 MASWE-0026 MASWE-0027
      MASWE-0028 MASWE-0029 MASWE-0030 MASWE-0031 MASWE-0032 MASWE-0033 MASWE-0034 MASWE-0035 MASWE-0036
      MASWE-0037 MASWE-0038 MASWE-0039 MASWE-0040 MASWE-0041 MASWE-0042 MASWE-0043 MASWE-0044 MASWE-0045
      MASWE-0046 MASWE-0047 MASWE-0048 MASWE-0049 MASWE-0050 MASWE-0051 MASWE-0052 MASWE-0053 MASWE-0054
      MASWE-0055 MASWE-0056 MASWE-0057 MASWE-0058 MASWE-0059 MASWE-0060 MASWE-0061 MASWE-0062 MASWE-0063
      MASWE-0064 MASWE-0065 MASWE-0066 MASWE-0067 MASWE-0068 MASWE-0069 MASWE-0070 MASWE-0071 MASWE-0072
      MASWE-0073 MASWE-0074 MASWE-0075 MASWE-0076 MASWE-0077 MASWE-0078 MASWE-0079 MASWE-0080 MASWE-0081
      MASWE-0082 MASWE-0083 MASWE-0084 MASWE-0085 MASWE-0086 MASWE-0087 MASWE-0088 MASWE-0089 MASWE-0090
      MASWE-0091 MASWE-0092 MASWE-0093 MASWE-0094 MASWE-0095 MASWE-0096 MASWE-0097 MASWE-0098 MASWE-0099
      MASWE-0100 MASWE-0101 MASWE-0102 MASWE-0103 MASWE-0104 MASWE-0105 MASWE-0106 MASWE-0107 MASWE-0108
      MASWE-0109 MASWE-0110 MASWE-0111 MASWE-0112 MASWE-0113 MASWE-0114 MASWE-0115 MASWE-0116 MASWE-0117
    gdpr must:
      Art.32(1) Art.32(1)(a) Art.32(1)(b) Art.32(1)(c) Art.32(1)(d) Art.32(2) Art.32(4)
    gdpr may:
      Art.32(3)
    """
}

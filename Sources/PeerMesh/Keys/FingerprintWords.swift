/// 256 short English words that sound different enough to be read over a radio.
enum FingerprintWords {
  static let list: [String] = """
    acid acorn actor adult agent album alarm alley amber anchor angle ankle apple apron arena armor arrow aspen atlas \
    attic autumn awful bacon badge baker bamboo banjo barrel basil beach beaver berry bishop blade blanket blossom \
    boat bonus border bottle brave bread brick bronze bucket buffalo butter cabin cactus camel canal candle canyon \
    carbon cargo carpet castle cedar cello chalk cherry chess circus citrus clay cliff cobra coffee comet copper coral \
    cotton coyote crane cricket crown crystal daisy dance delta denim desert diesel dinner dolphin donkey dragon \
    drum dune eagle echo elbow elder ember empire engine envoy fabric falcon ferry fiddle finger flame flute forest \
    fossil fox galaxy garlic gecko ginger giraffe glacier goblet gorilla gravel guitar hammer harbor hazel helmet \
    heron hockey honey hotel humble husky icon igloo indigo insect iron island ivory jacket jaguar jelly jigsaw jungle \
    juniper kayak kettle kidney kingdom kitten ladder lagoon lantern laser lemon leopard library lily linen lizard \
    lobster locket lotus lumber lunar magnet mango maple marble meadow melon mercury midnight mirror mitten monkey \
    mosaic mountain muffin museum napkin nectar needle nickel nomad noodle nova nugget oasis ocean octopus olive onion \
    opera orbit orchid otter owl oxygen paddle panda paper parrot pebble pelican pepper piano pigeon pilot pirate planet \
    plum pocket polar pony potato prism puzzle quartz quilt rabbit radar raven ribbon river robin rocket ruby saddle \
    salmon sandal scarf shadow silver sketch spider sponge squid stone summer sunset syrup tablet tango temple thunder \
    tiger timber tomato tulip tundra turtle umbrella valley velvet violin walnut willow window yellow zebra
    """.split(separator: " ").map(String.init)
}
